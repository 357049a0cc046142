import java.io.IOException;

/**
 * Article 000, solution 1, in its language. A cursor walks over every cell; a digit is legal if three
 * loops find it in neither row, column nor box.
 */
final class ThreeLoops {
    public static void main(String[] arguments) throws IOException {
        Lines.answer(arguments, Search::new);
    }

    private static final class Search extends Lines.Search {
        private static final boolean COUNTS = Lines.counting;

        @Override
        boolean solve(char[][] board) {
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
            for (char digit = '1'; digit <= '9'; digit++) {
                if (!isLegal(board, row, col, digit)) {
                    continue;
                }
                board[row][col] = digit;
                if (COUNTS) {
                    placements++;
                }
                if (backtrack(board, nextRow, nextCol)) {
                    return true;
                }
                board[row][col] = '.';
                if (COUNTS) {
                    undos++;
                }
            }
            return false;
        }

        private static boolean isLegal(char[][] board, int row, int col, char digit) {
            for (int i = 0; i < 9; i++) {
                if (board[row][i] == digit) {
                    return false;
                }
            }
            for (int i = 0; i < 9; i++) {
                if (board[i][col] == digit) {
                    return false;
                }
            }
            int firstRow = row / 3 * 3;
            int firstCol = col / 3 * 3;
            for (int i = firstRow; i < firstRow + 3; i++) {
                for (int j = firstCol; j < firstCol + 3; j++) {
                    if (board[i][j] == digit) {
                        return false;
                    }
                }
            }
            return true;
        }
    }
}
