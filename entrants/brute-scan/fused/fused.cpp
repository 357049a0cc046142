// Article 004, solution 2, in its language. A cursor steps to the right and, past the end of a row,
// to the next one; one loop reads row, column and box side by side.
#include "../../lines/lines.hpp"

template <bool COUNTS>
class Fused {
public:
    Work<COUNTS> work;

    bool solve(Board &board) { return backtrack(board, 0, 0); }

private:
    bool backtrack(Board &board, int row, int col) {
        if (row == 9)
            return true;
        if (col == 9)
            return backtrack(board, row + 1, 0);
        if (board[row][col] != '.')
            return backtrack(board, row, col + 1);
        for (int digit = 1; digit <= 9; ++digit) {
            if (!is_legal(board, row, col, digit))
                continue;
            board[row][col] = digit + '0';
            work.place();
            if (backtrack(board, row, col + 1))
                return true;
            board[row][col] = '.';
            work.undo();
        }
        return false;
    }

    static bool is_legal(const Board &board, int row, int col, int digit) {
        const char wanted = digit + '0';
        const int first_row = row / 3 * 3, first_col = col / 3 * 3;
        for (int i = 0; i < 9; ++i) {
            if (board[row][i] == wanted || board[i][col] == wanted)
                return false;
            if (board[first_row + i / 3][first_col + i % 3] == wanted)
                return false;
        }
        return true;
    }
};

int main(int argc, char **argv) { return answer_lines<Fused>(argc, argv); }
