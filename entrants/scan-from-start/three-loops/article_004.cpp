// Article 004, solution 1, in its language: the search of article_003.cpp, with digits as numbers
// that each test turns into a character, and with bounds that are asked of the board.
#include "../../lines/lines.hpp"

template <bool COUNTS>
class ThreeLoops {
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
        for (std::size_t i = 0; i < board[0].size(); ++i)
            if (board[row][i] == wanted)
                return false;
        for (std::size_t i = 0; i < board.size(); ++i)
            if (board[i][col] == wanted)
                return false;
        const int first_row = row / 3 * 3, first_col = col / 3 * 3;
        for (int i = first_row; i < first_row + 3; ++i)
            for (int j = first_col; j < first_col + 3; ++j)
                if (board[i][j] == wanted)
                    return false;
        return true;
    }
};

int main(int argc, char **argv) { return answer_lines<ThreeLoops>(argc, argv); }
