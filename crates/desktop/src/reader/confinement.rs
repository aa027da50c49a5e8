use std::io;

use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::job::Allowance;

/// Whether the kernel can isolate a process from files and the network.
pub(super) fn is_supported() -> bool {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(Ruleset::create)
        .is_ok()
}

/// Restricts this process to the files that are open already. The resource limits always apply; isolation
/// from files and the network depends on the kernel.
pub(super) fn confine(allowance: &Allowance) -> io::Result<()> {
    let limit =
        |resource, most: u64| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, 0)?;
    limit(Resource::Nofile, 16)?;
    limit(Resource::Cpu, allowance.seconds.max(1))?;
    // Limits used memory (`RLIMIT_DATA`), not address space that an allocator merely reserves.
    limit(Resource::Data, allowance.memory)?;
    // On a kernel without landlock only the limits apply, and the process opens no files anyway.
    let _where_it_can = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(ABI::V5)))
        .and_then(Ruleset::create)
        .and_then(landlock::RulesetCreated::restrict_self);
    Ok(())
}
