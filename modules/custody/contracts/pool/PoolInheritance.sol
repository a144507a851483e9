// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolBoundaries} from "./PoolBoundaries.sol";

/// @title Who holds a boundary when its recovery key is lost
/// @notice Its holder has locked it, and then lost the key: nobody else ends a lock, so all of it would lie here for ever. A
/// guardian names a successor, in public, and the successor takes the key's place after a delay of a month and more, unless
/// the holder refuses. Nothing is paid by it and the lock stays: what the boundary holds moves as the successor says, then.
abstract contract PoolInheritance is PoolBoundaries {
    bytes32 private constant INHERITANCE_TYPE =
        keccak256("Inheritance(bytes32 boundary,address successor,uint256 proposals,uint256 deadline)");

    /// @notice Seconds. Whoever stole a guardian's key has to hope that a holder looks away for so long.
    uint40 public constant SHORTEST_INHERITANCE = 30 days;

    /// @notice Seconds. As good as never, for a holder who trusts no guardian.
    uint40 public constant LONGEST_INHERITANCE = 36_500 days;

    /// @notice The holder says how long a successor waits; from the next proposal on.
    /// @param delay Seconds. The time lock of that moment comes on top, and the safety delay takes its place where it is longer.
    function setInheritanceDelay(bytes32 boundaryId, uint40 delay) external {
        _held(boundaryId);
        if (delay < SHORTEST_INHERITANCE || delay > LONGEST_INHERITANCE) {
            revert InheritanceDelayOutOfRange(delay, SHORTEST_INHERITANCE, LONGEST_INHERITANCE);
        }
        _inheritances[boundaryId].delay = delay;
        emit InheritanceDelayChanged(_nextSeq(), boundaryId, delay);
    }

    /// @notice A guardian names the successor to the holder of a locked boundary. One that waits is not replaced, and a new
    /// one waits as long as the first: no number of them comes faster.
    /// @param signature Of the successor, EIP-712 `Inheritance`, with `proposals` as `inheritanceOf` says: a key that nobody
    /// holds would inherit for ever.
    function proposeInheritance(bytes32 boundaryId, address successor, uint256 deadline, bytes calldata signature)
        external
    {
        if (!isGuardian[msg.sender]) revert NotGuardian(msg.sender);
        Entry storage entry = _known(boundaryId);
        if (entry.status == BoundaryStatus.Active) revert BoundaryActive(boundaryId);
        if (successor == address(0)) revert ZeroAddress();
        Inheritance storage inheritance = _inheritances[boundaryId];
        if (inheritance.ripeAt != 0) revert InheritancePending(boundaryId, inheritance.successor);
        bytes32 hash =
            keccak256(abi.encode(INHERITANCE_TYPE, boundaryId, successor, inheritance.proposals, deadline));
        _requireConsent(boundaryId, successor, hash, deadline, signature);
        uint40 wait = _longer(_longer(inheritance.delay, SHORTEST_INHERITANCE), safetyDelay) + entry.timeLock;
        uint40 ripeAt = uint40(block.timestamp) + wait;
        ++inheritance.proposals;
        (inheritance.successor, inheritance.ripeAt) = (successor, ripeAt);
        emit InheritanceProposed(_nextSeq(), boundaryId, successor, msg.sender, ripeAt);
    }

    /// @notice The word of the holder, a guardian or the admin against an inheritance that waits, also one that is ripe. A halt
    /// does not stop it.
    function refuseInheritance(bytes32 boundaryId) external {
        if (!isGuardian[msg.sender] && msg.sender != admin && msg.sender != _known(boundaryId).recoveryKey) {
            revert NotAllowedToCancel(boundaryId, msg.sender);
        }
        if (_inheritances[boundaryId].ripeAt == 0) revert NoInheritancePending(boundaryId);
        _endInheritance(boundaryId);
    }

    /// @notice Gives the successor the recovery key's place. Anyone may; not while the pool is halted, which may be because of
    /// whoever proposed it. A hand-over that waits ends, and so does whatever the co-signer has signed.
    function completeInheritance(bytes32 boundaryId) external whenRunning {
        Inheritance storage inheritance = _inheritances[boundaryId];
        (address successor, uint40 ripeAt) = (inheritance.successor, inheritance.ripeAt);
        if (ripeAt == 0) revert NoInheritancePending(boundaryId);
        if (block.timestamp < ripeAt) revert InheritanceNotRipe(boundaryId, ripeAt);
        (inheritance.successor, inheritance.ripeAt) = (address(0), 0);
        Arming storage arming = _armings[boundaryId];
        (arming.number, arming.proposals) = (arming.number + 1, arming.proposals + 1);
        _setRecoveryKey(_boundaries[boundaryId], boundaryId, successor);
        emit Inherited(_nextSeq(), boundaryId, successor);
    }

    /// @notice Who is to inherit, from when on, and what the next successor signs.
    function inheritanceOf(bytes32 boundaryId) external view returns (Inheritance memory) {
        return _inheritances[boundaryId];
    }
}
