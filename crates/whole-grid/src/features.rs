//! The instructions that each kernel needs, in one place (`avx512vl` needs those of `avx512`). Its
//! functions are compiled for them, its `TARGET` names them, and it is `available` where a processor
//! has them all.

/// Calls the macro `$to` with the instructions of a kernel and the remaining tokens.
macro_rules! features {
    (avx2, $to:ident $($code:tt)*) => {
        $to! { ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"] $($code)* }
    };
    (avx512, $to:ident $($code:tt)*) => {
        $to! {
            ["avx512f" "avx512bw" "avx512vl" "avx512bitalg" "avx512vbmi" "bmi1" "bmi2" "lzcnt"
             "popcnt"]
            $($code)*
        }
    };
}

/// Defines functions that are compiled for the instructions of a kernel.
macro_rules! compiled_for {
    ($kernel:ident, $($function:item)*) => {
        $( features! { $kernel, enabled $function } )*
    };
}

macro_rules! enabled {
    ([$($feature:tt)*] $function:item) => {
        #[target_feature($(enable = $feature),*)]
        #[inline]
        $function
    };
}

/// The names of the instructions, separated by commas.
macro_rules! names {
    ([$first:tt $($other:tt)*]) => { concat!($first $(, ",", $other)*) };
}

/// True if the processor has all of the instructions.
macro_rules! detected {
    ([$($feature:tt)*]) => { $(is_x86_feature_detected!($feature))&&* };
}
