import java.io.IOException;

/**
 * Article 000, solution 3, in its language. A cursor walks over every cell; masks remember the digits
 * of each row, column and box, and are tested digit by digit. Each puzzle has new masks.
 */
final class Cursor {
    public static void main(String[] arguments) throws IOException {
        Lines.answer(arguments, Search::new);
    }

    private static final class Search extends Lines.Search {
        private static final boolean COUNTS = Lines.counting;

        private int[] rows = new int[9];
        private int[] cols = new int[9];
        private int[] boxes = new int[9];

        @Override
        boolean solve(char[][] board) {
            for (int row = 0; row < 9; row++) {
                for (int col = 0; col < 9; col++) {
                    if (board[row][col] != '.') {
                        int bit = 1 << (board[row][col] - '1');
                        rows[row] |= bit;
                        cols[col] |= bit;
                        boxes[row / 3 * 3 + col / 3] |= bit;
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
                int bit = 1 << (digit - 1);
                if ((rows[row] & bit) != 0 || (cols[col] & bit) != 0 || (boxes[box] & bit) != 0) {
                    continue;
                }
                board[row][col] = (char) ('0' + digit);
                rows[row] |= bit;
                cols[col] |= bit;
                boxes[box] |= bit;
                if (COUNTS) {
                    placements++;
                }
                if (backtrack(board, nextRow, nextCol)) {
                    return true;
                }
                board[row][col] = '.';
                rows[row] &= ~bit;
                cols[col] &= ~bit;
                boxes[box] &= ~bit;
                if (COUNTS) {
                    undos++;
                }
            }
            return false;
        }
    }
}
