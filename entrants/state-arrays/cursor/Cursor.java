import java.io.IOException;

/**
 * Article 000, solution 2, in its language. A cursor walks over every cell; tables remember the
 * digits of each row, column and box. Each puzzle has new tables.
 */
final class Cursor {
    public static void main(String[] arguments) throws IOException {
        Lines.answer(arguments, Search::new);
    }

    private static final class Search extends Lines.Search {
        private static final boolean COUNTS = Lines.counting;

        private boolean[][] inRow = new boolean[9][10];
        private boolean[][] inCol = new boolean[9][10];
        private boolean[][] inBox = new boolean[9][10];

        @Override
        boolean solve(char[][] board) {
            for (int row = 0; row < 9; row++) {
                for (int col = 0; col < 9; col++) {
                    if (board[row][col] != '.') {
                        int digit = board[row][col] - '0';
                        inRow[row][digit] = true;
                        inCol[col][digit] = true;
                        inBox[row / 3 * 3 + col / 3][digit] = true;
                    }
                }
            }
            return backtrack(board, 0, 0);
        }

        private boolean backtrack(char[][] board, int row, int col) {
            if (row == 9) {
                return true;
            }
            int nextRow = col == 8 ? row + 1 : row;
            int nextCol = col == 8 ? 0 : col + 1;
            if (board[row][col] != '.') {
                return backtrack(board, nextRow, nextCol);
            }
            for (int digit = 1; digit <= 9; digit++) {
                int box = row / 3 * 3 + col / 3;
                if (inRow[row][digit] || inCol[col][digit] || inBox[box][digit]) {
                    continue;
                }
                board[row][col] = (char) ('0' + digit);
                inRow[row][digit] = true;
                inCol[col][digit] = true;
                inBox[box][digit] = true;
                if (COUNTS) {
                    placements++;
                }
                if (backtrack(board, nextRow, nextCol)) {
                    return true;
                }
                board[row][col] = '.';
                inRow[row][digit] = false;
                inCol[col][digit] = false;
                inBox[box][digit] = false;
                if (COUNTS) {
                    undos++;
                }
            }
            return false;
        }
    }
}
