// Article 004, solution 1 with its optimised test, in its language. Every call looks for the first
// blank from the corner of the board; one loop reads column, row and box side by side.
#include "../../lines/lines.hpp"

template <bool COUNTS>
class Fused {
public:
    Work<COUNTS> work;

    bool solve(Board &board) { return backtrack(board); }

private:
    bool backtrack(Board &board) {
        for (std::size_t row = 0; row < board.size(); ++row) {
            for (std::size_t col = 0; col < board[0].size(); ++col) {
                if (board[row][col] != '.')
                    continue;
                for (int digit = 1; digit <= 9; ++digit) {
                    if (!is_legal(board, digit, row, col))
                        continue;
                    board[row][col] = digit + '0';
                    work.place();
                    if (backtrack(board))
                        return true;
                    board[row][col] = '.';
                    work.undo();
                }
                return false;
            }
        }
        return true;
    }

    static bool is_legal(const Board &board, int digit, int row, int col) {
        const char wanted = digit + '0';
        const int first_row = row / 3 * 3, first_col = col / 3 * 3;
        for (int i = 0; i < 9; ++i) {
            if (board[i][col] == wanted || board[row][i] == wanted)
                return false;
            if (board[first_row + i / 3][first_col + i % 3] == wanted)
                return false;
        }
        return true;
    }
};

int main(int argc, char **argv) { return answer_lines<Fused>(argc, argv); }
