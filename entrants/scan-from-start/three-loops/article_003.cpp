// Article 003, in its language. Every call looks for the first blank from the corner of the board;
// a digit is legal if three loops find it in neither row, column nor box.
#include "../../lines/lines.hpp"

template <bool COUNTS>
class ThreeLoops {
public:
    Work<COUNTS> work;

    bool solve(Board &board) { return backtrack(board); }

private:
    bool backtrack(Board &board) {
        for (int row = 0; row < 9; ++row) {
            for (int col = 0; col < 9; ++col) {
                if (board[row][col] != '.')
                    continue;
                for (char digit = '1'; digit <= '9'; ++digit) {
                    if (!is_legal(board, row, col, digit))
                        continue;
                    board[row][col] = digit;
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

    static bool is_legal(const Board &board, int row, int col, char digit) {
        for (int i = 0; i < 9; ++i)
            if (board[row][i] == digit)
                return false;
        for (int i = 0; i < 9; ++i)
            if (board[i][col] == digit)
                return false;
        const int first_row = row / 3 * 3, first_col = col / 3 * 3;
        for (int i = first_row; i < first_row + 3; ++i)
            for (int j = first_col; j < first_col + 3; ++j)
                if (board[i][j] == digit)
                    return false;
        return true;
    }
};

int main(int argc, char **argv) { return answer_lines<ThreeLoops>(argc, argv); }
