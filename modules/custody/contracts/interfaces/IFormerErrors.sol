// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Refusals of pools of earlier releases
/// @notice No pool of this release has them. They stay in the ABI, with which the service reads all pools.
interface IFormerErrors {
    /// @notice Release 1 has one exit at a time.
    error ExitPending(bytes32 boundaryId, bytes32 opId);
    /// @notice In releases 1 and 2 operators settle too.
    error NotOperatorOrAgent(bytes32 boundaryId, address caller);
}
