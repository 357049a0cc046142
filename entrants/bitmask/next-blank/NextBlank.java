import java.io.IOException;
import java.util.Arrays;

/**
 * Article 001, in its language. After each digit, a walk leads to the next blank and returns it in a
 * new array; masks in static fields remember the digits of each row, column and box. They are emptied
 * before each puzzle, which the article leaves to the first.
 */
final class NextBlank {
    public static void main(String[] arguments) throws IOException {
        Lines.answer(arguments, Search::new);
    }

    private static final class Search extends Lines.Search {
        private static final boolean COUNTS = Lines.counting;

        private static int[] rows = new int[9];
        private static int[] cols = new int[9];
        private static int[][] boxes = new int[3][3];

        @Override
        boolean solve(char[][] board) {
            Arrays.fill(rows, 0);
            Arrays.fill(cols, 0);
            for (int[] band : boxes) {
                Arrays.fill(band, 0);
            }
            for (int row = 0; row < board.length; row++) {
                for (int col = 0; col < board[0].length; col++) {
                    if (board[row][col] != '.') {
                        set(row, col, board[row][col] - '0');
                    }
                }
            }
            int[] first = nextBlank(board, 0, -1);
            return backtrack(board, first[0], first[1]);
        }

        private boolean backtrack(char[][] board, int row, int col) {
            if (row == board.length && col == board[0].length) {
                return true;
            }
            for (int digit = 1; digit <= 9; digit++) {
                if (!isFree(row, col, digit)) {
                    continue;
                }
                board[row][col] = (char) (digit + '0');
                set(row, col, digit);
                if (COUNTS) {
                    placements++;
                }
                int[] next = nextBlank(board, row, col);
                if (backtrack(board, next[0], next[1])) {
                    return true;
                }
                board[row][col] = '.';
                unset(row, col, digit);
                if (COUNTS) {
                    undos++;
                }
            }
            return false;
        }

        /** The first blank behind a cell; past the last row and column if there is none. */
        private static int[] nextBlank(char[][] board, int row, int col) {
            int height = board.length;
            int width = board[0].length;
            for (; row < height; row++, col = -1) {
                while (++col < width) {
                    if (board[row][col] == '.') {
                        return new int[] {row, col};
                    }
                }
            }
            return new int[] {height, width};
        }

        private static boolean isFree(int row, int col, int digit) {
            if ((rows[row] & 1 << digit) != 0) {
                return false;
            }
            if ((cols[col] & 1 << digit) != 0) {
                return false;
            }
            return (boxes[row / 3][col / 3] & 1 << digit) == 0;
        }

        private static void set(int row, int col, int digit) {
            rows[row] |= 1 << digit;
            cols[col] |= 1 << digit;
            boxes[row / 3][col / 3] |= 1 << digit;
        }

        private static void unset(int row, int col, int digit) {
            rows[row] ^= 1 << digit;
            cols[col] ^= 1 << digit;
            boxes[row / 3][col / 3] ^= 1 << digit;
        }
    }
}
