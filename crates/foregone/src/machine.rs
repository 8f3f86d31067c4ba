//! What machines differ in: instructions that some have, large pages, caches.
//!
//! Kernels of all wings come here for them, so that each is asked for, and vouched for, in one place.

/// Code to be compiled once for any machine and once for AVX2.
pub(crate) trait Job {
    /// What it gives.
    type Output;

    /// The code. To be `#[inline(always)]`, with all that is to be compiled for the same instructions.
    fn run(self) -> Self::Output;
}

/// Whether this machine has AVX2, and the instructions on single words that came before or with it.
///
/// With `--cfg foregone_portable` it is said to have none, so that any machine can check what others run.
#[cfg(target_arch = "x86_64")]
#[must_use]
pub(crate) fn has_avx2() -> bool {
    !cfg!(foregone_portable)
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

/// Runs a job as code for AVX2.
///
/// # Safety
/// [`has_avx2`] holds.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
#[inline(never)]
pub(crate) fn by_avx2<J: Job>(job: J) -> J::Output {
    job.run()
}

/// Runs a job as code for AVX2 where the machine has it.
#[inline]
pub(crate) fn run<J: Job>(job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    if has_avx2() {
        // SAFETY: it has.
        return unsafe { by_avx2(job) };
    }
    job.run()
}

/// Says that something will be read soon.
#[inline(always)]
pub(crate) fn prefetch<T>(what: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 machine has the instruction, which changes nothing, and the address is one that may be read.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

/// Asks the system to give memory in large pages, of which the processor can know more at a time. A refusal does no harm.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn ask_for_large_pages<T>(memory: &mut [T]) {
    const LARGE_PAGE: usize = 2 << 20;
    let bytes = size_of_val(memory);
    let first = memory.as_mut_ptr().cast::<u8>();
    let skipped = first.addr().next_multiple_of(LARGE_PAGE) - first.addr();
    let whole = bytes.saturating_sub(skipped) / LARGE_PAGE * LARGE_PAGE;
    if whole > 0 {
        // SAFETY: the range is inside of the memory, which is ours, and the advice changes nothing that is in it.
        unsafe { libc::madvise(first.add(skipped).cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(any(not(target_os = "linux"), miri))]
pub(crate) fn ask_for_large_pages<T>(_memory: &mut [T]) {}

/// Gives memory back to the system that was freed and is kept for later: glibc keeps blocks of up to 32 MiB, for each thread by
/// itself, which would come on top of all that is planned.
#[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
pub(crate) fn give_back() {
    // SAFETY: it may be called at any time, and touches nothing that is in use.
    unsafe { libc::malloc_trim(0) };
}

#[cfg(any(not(all(target_os = "linux", target_env = "gnu")), miri))]
pub(crate) fn give_back() {}
