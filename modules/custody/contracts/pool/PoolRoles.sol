// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {PoolBase} from "./PoolBase.sol";

/// @title Who runs a pool, and how it is stopped
/// @notice No role here can move value past a co-signer, a time lock or a recovery key.
abstract contract PoolRoles is PoolBase {
    /// @notice First step of handing over; the proposed admin has to accept, so a typo loses nothing.
    /// @param proposed The zero address takes a proposal back.
    function proposeAdmin(address proposed) external onlyAdmin {
        pendingAdmin = proposed;
        emit AdminProposed(_nextSeq(), msg.sender, proposed);
    }

    function acceptAdmin() external {
        if (msg.sender != pendingAdmin) revert NotProposedAdmin(msg.sender, pendingAdmin);
        emit AdminChanged(_nextSeq(), admin, msg.sender);
        admin = msg.sender;
        pendingAdmin = address(0);
    }

    function setOperator(address operator, bool enabled) external onlyAdmin {
        if (operator == address(0)) revert ZeroAddress();
        isOperator[operator] = enabled;
        emit OperatorChanged(_nextSeq(), operator, enabled);
    }

    function setSettler(address settler, bool enabled) external onlyAdmin {
        if (settler == address(0)) revert ZeroAddress();
        isSettler[settler] = enabled;
        emit SettlerChanged(_nextSeq(), settler, enabled);
    }

    function setGuardian(address guardian, bool enabled) external onlyAdmin {
        if (guardian == address(0)) revert ZeroAddress();
        isGuardian[guardian] = enabled;
        emit GuardianChanged(_nextSeq(), guardian, enabled);
    }

    /// @notice Names a boundary against which profit and loss of vaults may be settled.
    function setHouse(bytes32 boundaryId, bool enabled) external onlyAdmin {
        _known(boundaryId).house = enabled;
        emit HouseChanged(_nextSeq(), boundaryId, enabled);
    }

    /// @notice Stops every action of operators, settlers and agents and the execution of exits. What a recovery key may
    /// do and value that arrives are not stopped. Operators, settlers, guardians and the admin may halt.
    function halt() external whenRunning {
        if (
            !isOperator[msg.sender] && !isSettler[msg.sender] && !isGuardian[msg.sender] && msg.sender != admin
        ) revert NotAllowedToHalt(msg.sender);
        _counters.halted = true;
        haltedAt = uint40(block.timestamp);
        emit Halted(_nextSeq(), msg.sender);
    }

    /// @notice Only the admin starts a halted realm again: whoever stole a key of the service cannot.
    function resume() external onlyAdmin {
        if (!_counters.halted) revert RealmNotHalted();
        _counters.halted = false;
        emit Resumed(_nextSeq(), msg.sender);
    }
}
