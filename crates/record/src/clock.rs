//! The clock: CPU time of the running thread, and wall time.

use std::time::{Duration, Instant};

/// The clock that [`Elapsed::cpu`] is read from on this platform.
pub const CLOCK: &str = if cfg!(unix) { "thread CPU time" } else { "wall time" };

/// A running measurement on the calling thread.
///
/// On a shared machine a thread waits for its core. Wall time includes the waiting, CPU time does
/// not. On a platform without a CPU clock for threads, wall time is used for both; [`CLOCK`] names
/// the clock.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Duration,
}

/// The times that a [`Stopwatch`] shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Elapsed {
    /// Time during which the thread was running.
    pub cpu: Duration,
    /// Time that passed.
    pub wall: Duration,
}

impl Stopwatch {
    /// Starts a stopwatch. The CPU clock is read last, because reading it is a system call of some
    /// hundred nanoseconds.
    pub fn start() -> Self {
        let wall = Instant::now();
        Self { wall, cpu: thread_cpu_time(wall) }
    }

    /// Returns the time since the start; the CPU clock is read first. Call this on the thread that
    /// started the stopwatch.
    pub fn elapsed(&self) -> Elapsed {
        let cpu = thread_cpu_time(self.wall).saturating_sub(self.cpu);
        Elapsed { cpu, wall: self.wall.elapsed() }
    }
}

impl std::ops::AddAssign for Elapsed {
    fn add_assign(&mut self, other: Self) {
        self.cpu += other.cpu;
        self.wall += other.wall;
    }
}

#[cfg(unix)]
fn thread_cpu_time(_start: Instant) -> Duration {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    clock.now().expect("every Unix has this clock").into()
}

#[cfg(not(unix))]
fn thread_cpu_time(start: Instant) -> Duration {
    start.elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn sleeping_costs_wall_time_and_no_cpu_time() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(50));
        let slept = watch.elapsed();
        assert!(slept.wall >= Duration::from_millis(50));
        assert!(slept.cpu < slept.wall / 2);
    }

    #[test]
    fn work_costs_cpu_time() {
        let watch = Stopwatch::start();
        let sum = (0..1_000_000_u64).fold(0, |sum, n| std::hint::black_box(sum ^ n));
        std::hint::black_box(sum);
        assert!(watch.elapsed().cpu > Duration::ZERO);
    }
}
