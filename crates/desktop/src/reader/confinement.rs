use std::io;

use landlock::{ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr};
use rustix::process::{Resource, Rlimit, setrlimit};

use super::job::Allowance;

/// Whether the kernel can wall a process off from files and the network.
pub(super) fn is_supported() -> bool {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))
        .and_then(Ruleset::create)
        .is_ok()
}

/// Takes every power from this process but that of working on what it has open already. The limits always hold; the walls
/// around files and the network stand where the kernel can build them.
pub(super) fn confine(allowance: &Allowance) -> io::Result<()> {
    let limit =
        |resource, most: u64| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    limit(Resource::Core, 0)?;
    limit(Resource::Fsize, 0)?;
    limit(Resource::Nofile, 16)?;
    limit(Resource::Cpu, allowance.seconds.max(1))?;
    // What is written to counts, and not what an allocator merely reserves.
    limit(Resource::Data, allowance.memory)?;
    // A kernel that does not know it leaves the limits, and a process that opens nothing more.
    let _where_it_can = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))
        .and_then(|ruleset| ruleset.handle_access(AccessNet::from_all(ABI::V5)))
        .and_then(Ruleset::create)
        .and_then(landlock::RulesetCreated::restrict_self);
    Ok(())
}
