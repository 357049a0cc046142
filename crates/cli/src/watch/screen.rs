//! Shows searches on a terminal, controlled by keys.

use std::io::{self, IsTerminal};
use std::time::Duration;
use std::{cmp, panic};

use anyhow::Result;
use crossterm::event::{self, KeyCode, KeyEvent, KeyModifiers};
use crossterm::terminal::{
    self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use crossterm::{Command, cursor, execute};
use sudoku_core::Mark;

use super::view::{self, Watched};
use crate::output::Output;
use crate::stream::COLUMNS;
use crate::wrap::hanging;

/// The number of columns that two searches side by side need.
const SIDE_BY_SIDE: usize = 80;

/// The rows of a terminal whose height is not known.
const ROWS: usize = 24;

const KEYS: &str = "right, left: step; space: play or pause; b, B: next or last backtrack; g, G: \
                    guess; s: solution; home, end; + and -: speed; c: closer; q: quit";

/// True when both standard input and standard output are a terminal.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Shows the searches until the user quits. The terminal is restored afterwards, also after an
/// error or a panic.
pub(super) fn watch(searches: &mut [Watched], from: u64, closer: bool, out: &Output) -> Result<()> {
    let last = searches.iter().map(|watched| watched.search.steps()).max().unwrap_or(0);
    let mut stand = Stand { step: from.min(last), last, closer, playing: false, speed: 4 };
    let _screen = Screen::enter()?;
    loop {
        let size = terminal::size().ok().filter(|&(columns, rows)| columns > 0 && rows > 0);
        let (columns, rows) =
            size.map_or((COLUMNS, ROWS), |(columns, rows)| (columns.into(), rows.into()));
        out.raw(stand.drawn(searches, columns, rows))?;
        out.flush()?;
        if !stand.playing || event::poll(stand.pause())? {
            let key = event::read()?.as_key_press_event();
            if key.is_some_and(|key| !stand.press(key, searches)) {
                return Ok(());
            }
        } else {
            stand.play();
        }
    }
}

/// The state of the view. All searches are at the same step, or at their end.
struct Stand {
    step: u64,
    last: u64,
    closer: bool,
    playing: bool,
    /// The power of 2 that is the number of steps a second.
    speed: u32,
}

impl Stand {
    /// The time for which each picture is shown while playing, at least a sixtieth of a second.
    fn pause(&self) -> Duration {
        Duration::from_secs_f64((1.0 / f64::from(1_u32 << self.speed)).max(1.0 / 60.0))
    }

    fn play(&mut self) {
        let stride = cmp::max(1, (1_u64 << self.speed) / 60);
        self.go(self.step + stride);
        self.playing = self.step < self.last;
    }

    fn go(&mut self, step: u64) {
        self.step = step.min(self.last);
    }

    /// Goes to the nearest later or earlier step of any search with this mark, if there is one.
    fn find(&mut self, searches: &[Watched], mark: Mark, forward: bool) {
        let step = self.step;
        let found = searches.iter().filter_map(|Watched { search, .. }| {
            if forward { search.next(step, mark) } else { search.previous(step, mark) }
        });
        let nearest = if forward { found.min() } else { found.max() };
        self.go(nearest.unwrap_or(step));
        self.playing = false;
    }

    /// Handles a key; false if it quits.
    fn press(&mut self, key: KeyEvent, searches: &[Watched]) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c' | 'd') if control => return false,
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Right => self.go(self.step + 1),
            KeyCode::Left => self.go(self.step.saturating_sub(1)),
            KeyCode::PageDown => self.go(self.step + 100),
            KeyCode::PageUp => self.go(self.step.saturating_sub(100)),
            KeyCode::Home => self.go(0),
            KeyCode::End => self.go(self.last),
            KeyCode::Char(' ') => self.playing = !self.playing && self.step < self.last,
            KeyCode::Char('b') => self.find(searches, Mark::Back, true),
            KeyCode::Char('B') => self.find(searches, Mark::Back, false),
            KeyCode::Char('g') => self.find(searches, Mark::Guess, true),
            KeyCode::Char('G') => self.find(searches, Mark::Guess, false),
            KeyCode::Char('s') => self.find(searches, Mark::Solved, true),
            KeyCode::Char('c') => self.closer = !self.closer,
            KeyCode::Char('+' | '=') => self.speed = cmp::min(self.speed + 1, 20),
            KeyCode::Char('-') => self.speed = self.speed.saturating_sub(1),
            _ => {}
        }
        true
    }

    /// The whole screen as text with control sequences.
    fn drawn(&self, searches: &mut [Watched], columns: usize, rows: usize) -> String {
        let lines = self.screen(searches, columns, rows).into_iter().map(|line| {
            line.chars().take(columns).collect::<String>() + &ansi(Clear(ClearType::UntilNewLine))
        });
        ansi(cursor::MoveTo(0, 0)) + &lines.collect::<Vec<_>>().join("\r\n")
    }

    /// As many lines as there are rows, the keys below. Where rows are few, there are no blank
    /// lines; text that still does not fit is cut off.
    fn screen(&self, searches: &mut [Watched], columns: usize, rows: usize) -> Vec<String> {
        let keys = hanging("", KEYS, columns);
        let room = rows.saturating_sub(keys.lines().count());
        let mut lines = self.lines(searches, columns, true);
        if lines.len() >= room {
            lines = self.lines(searches, columns, false);
        }
        lines.resize(room, String::new());
        lines.extend(keys.lines().map(str::to_owned));
        lines.truncate(rows);
        lines
    }

    fn lines(&self, searches: &mut [Watched], columns: usize, spaced: bool) -> Vec<String> {
        let pace = if self.playing { "playing" } else { "paused" };
        let pace = format!(
            "step {} of {}, {pace}, {} steps a second",
            self.step,
            self.last,
            1_u64 << self.speed
        );
        let mut lines = vec![pace];
        lines.extend(spaced.then(String::new));
        let side = searches.len() == 2 && columns >= SIDE_BY_SIDE;
        let width = if side { columns / 2 } else { columns };
        let blocks: Vec<_> =
            searches.iter_mut().map(|watched| self.block(watched, width - 1, spaced)).collect();
        match blocks.as_slice() {
            [left, right] if side => lines.extend(view::beside(left, right, width)),
            _ => lines.extend(blocks.join(&String::new())),
        }
        lines
    }

    /// The lines of one search.
    fn block(
        &self,
        Watched { id, search }: &mut Watched,
        columns: usize,
        spaced: bool,
    ) -> Vec<String> {
        let summary = view::summary(id, search);
        let step = self.step;
        let frame = if self.closer { search.closer_frame(step) } else { search.frame(step) };
        let mut lines = vec![(*id).to_owned()];
        lines.extend(hanging("", &summary, columns).lines().map(str::to_owned));
        lines.push(String::new());
        lines.push(format!("step {}, depth {}", frame.step, frame.depth));
        lines.push(String::new());
        lines.extend(view::picture(frame));
        lines.push(String::new());
        let mut prose = vec![view::said(frame), String::new(), view::work(frame)];
        if self.closer {
            prose.push(String::new());
            prose.extend(view::looks(frame));
        }
        for text in prose {
            // A blank text is a blank line.
            lines.extend(hanging("", &text, columns).split('\n').map(str::to_owned));
        }
        lines.retain(|line| spaced || !line.is_empty());
        lines
    }
}

fn ansi(command: impl Command) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = command.write_ansi(&mut text);
    text
}

/// The terminal while the program controls it: keys arrive one by one, and the earlier screen is
/// kept.
struct Screen;

impl Screen {
    /// From here on, the terminal is restored before a panic is reported: otherwise the report would
    /// vanish with the screen.
    fn enter() -> io::Result<Self> {
        enable_raw_mode()?;
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
        execute!(io::stdout(), EnterAlternateScreen, cursor::Hide)?;
        Ok(Self)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors are ignored: the terminal is then gone.
fn restore() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use sudoku_core::{Goal, Grid, Puzzle};

    use super::*;

    #[test]
    fn a_small_screen_keeps_the_keys_and_the_words() {
        let clues =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let puzzle = Puzzle::try_from(clues.parse::<Grid>().unwrap()).unwrap();
        for ids in [&["bitmask/cursor", "whole-grid/words"][..], &["fewest-candidates/scan"]] {
            let open = |id: &&'static str| {
                let entry = sudoku_registry::find(id).unwrap();
                let search = sudoku_replay::Search::open(entry, &puzzle, Goal::First).unwrap();
                Watched { id, search }
            };
            let mut searches: Vec<_> = ids.iter().map(open).collect();
            for step in (0..500).chain([8_000]) {
                let (last, closer, playing, speed) = (8_366, step % 2 == 0, false, 4);
                let stand = Stand { step, last, closer, playing, speed };
                let lines = stand.screen(&mut searches, 80, 24);
                assert_eq!(lines.len(), 24);
                assert_eq!(lines[22..].join(" "), KEYS);
                let said = view::said(searches[0].search.frame(step));
                let end = said.rsplit(' ').next().unwrap();
                assert!(lines.iter().any(|line| line.contains(end)), "{said}: {lines:#?}");
            }
            let stand = Stand { step: 0, last: 1, closer: false, playing: false, speed: 4 };
            assert_eq!(stand.screen(&mut searches, 80, 1).len(), 1);
            assert!(stand.screen(&mut searches, 80, 60).contains(&String::new()));
        }
    }
}
