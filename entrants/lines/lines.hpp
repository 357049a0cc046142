// The protocol of the C++ programs: a puzzle a line in, an answer a line out.
#pragma once

#include <cstring>
#include <iostream>
#include <string>
#include <vector>

using Board = std::vector<std::vector<char>>;

// The work of a search. Without COUNTS it compiles to nothing.
template <bool COUNTS>
struct Work {
    unsigned long long placements = 0, undos = 0;
    void place() { if constexpr (COUNTS) ++placements; }
    void undo() { if constexpr (COUNTS) ++undos; }
};

template <typename Search, bool COUNTS>
int answer_all() {
    std::string line;
    for (unsigned long number = 1; std::getline(std::cin, line); ++number) {
        if (!line.empty() && line.back() == '\r')
            line.pop_back();
        if (line.size() != 81 || line.find_first_not_of(".123456789") != std::string::npos) {
            std::cout << std::flush;
            std::cerr << "line " << number << ": expected 81 characters, 1 to 9 or . for a blank\n";
            return 1;
        }
        Board board;
        for (int row = 0; row < 9; ++row)
            board.emplace_back(line.begin() + row * 9, line.begin() + row * 9 + 9);
        Search search;
        if (search.solve(board))
            for (const auto &row : board)
                std::cout.write(row.data(), 9);
        else
            std::cout << "none";
        if constexpr (COUNTS)
            std::cout << ' ' << search.work.placements << ' ' << search.work.undos;
        std::cout << '\n';
    }
    return std::cout.flush() ? 0 : 1;
}

// What main returns for a search that counts its work or, as it is timed, does not.
template <template <bool> class Search>
int answer_lines(int argc, char **argv) {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    if (argc == 1)
        return answer_all<Search<false>, false>();
    if (argc == 2 && std::strcmp(argv[1], "--counts") == 0)
        return answer_all<Search<true>, true>();
    std::cerr << "the only argument is --counts\n";
    return 1;
}
