import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** The protocol of the Java programs: a puzzle a line in, an answer a line out. */
final class Lines {
    /**
     * Whether searches count their work. A class that copies it into a constant after {@link #answer}
     * has read the arguments is compiled without its counters when it is false.
     */
    static boolean counting;

    /** One search for one puzzle. */
    abstract static class Search {
        long placements;
        long undos;

        /** Fills the board; false if it has no solution. */
        abstract boolean solve(char[][] board);
    }

    private Lines() {}

    static void answer(String[] arguments, Supplier<Search> searches) throws IOException {
        counting = List.of(arguments).equals(List.of("--counts"));
        if (arguments.length > 0 && !counting) {
            System.err.println("the only argument is --counts");
            System.exit(1);
        }
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
        var out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII));
        long number = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            if (!line.matches("[.1-9]{81}")) {
                out.flush();
                System.err.println(
                        "line " + number + ": expected 81 characters, 1 to 9 or . for a blank");
                System.exit(1);
            }
            char[][] board = new char[9][];
            for (int row = 0; row < 9; row++) {
                board[row] = line.substring(row * 9, row * 9 + 9).toCharArray();
            }
            Search search = searches.get();
            if (search.solve(board)) {
                for (char[] row : board) {
                    out.write(row);
                }
            } else {
                out.write("none");
            }
            if (counting) {
                out.write(" " + search.placements + " " + search.undos);
            }
            out.write('\n');
        }
        out.flush();
    }
}
