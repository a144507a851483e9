// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {RealmCustodyStorage} from "./RealmCustodyStorage.sol";
import {TestUSD} from "./TestUSD.sol";

/// @title The pool of one realm
/// @notice Holds the realm's tokens and counts, per boundary, whose they are. Deployed as an ERC-1167 clone
/// by `CustodyFactory`; never upgraded.
/// @dev Not audited. Invariants: see README.md beside this file.
contract RealmCustody is RealmCustodyStorage, Initializable, ReentrancyGuardTransient {
    modifier onlyAdmin() {
        if (msg.sender != admin) revert NotAdmin(msg.sender);
        _;
    }

    modifier onlyOperator() {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
        _;
    }

    modifier whenRunning() {
        if (_counters.halted) revert RealmHalted();
        _;
    }

    /// @dev Locks the implementation: only clones can be initialized.
    constructor() {
        _disableInitializers();
    }

    /// @notice Sets the pool up, with its default boundary. Called by the factory in the transaction that
    /// creates the clone, so nobody can come first.
    /// @param paper_ True lets an operator mint deposits; the token must then be a `TestUSD` with this pool as minter.
    function initialize(
        bytes32 realmId_,
        bytes32 defaultBoundaryId,
        IERC20 token_,
        address admin_,
        address operator_,
        bool paper_
    ) external initializer {
        if (realmId_ == bytes32(0)) revert ZeroId();
        if (address(token_) == address(0) || admin_ == address(0) || operator_ == address(0)) revert ZeroAddress();
        realmId = realmId_;
        token = token_;
        admin = admin_;
        isOperator[operator_] = true;
        _counters.initializedAtBlock = uint40(block.number);
        _counters.paper = paper_;
        emit RealmInitialized(_nextSeq(), realmId_, address(token_), admin_, operator_, paper_);
        _register(defaultBoundaryId, 0, operator_);
    }

    // ------------------------------------------------------------------ roles

    /// @notice First step of handing over; the proposed admin has to accept, so a typo loses nothing.
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

    function setGuardian(address guardian, bool enabled) external onlyAdmin {
        if (guardian == address(0)) revert ZeroAddress();
        isGuardian[guardian] = enabled;
        emit GuardianChanged(_nextSeq(), guardian, enabled);
    }

    /// @notice Stops every operator action of this realm. Operators, guardians and the admin may.
    function halt() external whenRunning {
        if (!isOperator[msg.sender] && !isGuardian[msg.sender] && msg.sender != admin) {
            revert NotAllowedToHalt(msg.sender);
        }
        _counters.halted = true;
        emit Halted(_nextSeq(), msg.sender);
    }

    /// @notice Only the admin starts a halted realm again: whoever stole an operator key cannot.
    function resume() external onlyAdmin {
        if (!_counters.halted) revert RealmNotHalted();
        _counters.halted = false;
        emit Resumed(_nextSeq(), msg.sender);
    }

    // ------------------------------------------------------------- boundaries

    /// @notice Adds a boundary, once.
    /// @param timeLock Seconds an exit waits; 0 = none.
    /// @param agent May move value between the pool and the vaults of this boundary, nothing else; zero = nobody.
    function registerBoundary(bytes32 boundaryId, uint40 timeLock, address agent) external onlyOperator whenRunning {
        _register(boundaryId, timeLock, agent);
    }

    // --------------------------------------------------------------- deposits

    /// @notice Paper realms only: mints test money into the pool and credits it, both or nothing.
    /// A frozen boundary is credited too: value that arrives is never left without an owner.
    /// @param opId Single-outcome id of the deposit.
    function mintDeposit(bytes32 opId, bytes32 boundaryId, uint128 amount)
        external
        onlyOperator
        whenRunning
        nonReentrant
    {
        if (!_counters.paper) revert NotPaper();
        _execute(opId);
        if (amount == 0) revert ZeroAmount(opId);
        _credit(boundaryId, opId, amount);
        TestUSD(address(token)).mint(address(this), amount);
    }

    // ------------------------------------------------------------------ views

    /// @notice Credits - outs of the whole pool. The sum of all boundaries' balance + vaulted.
    function contractTotal() external view returns (uint128) {
        return _counters.total;
    }

    /// @notice The number of the newest event.
    function lastSeq() external view returns (uint64) {
        return _counters.seq;
    }

    function counters() external view returns (Counters memory) {
        return _counters;
    }

    function boundaryCount() external view returns (uint256) {
        return _boundaryIds.length;
    }

    /// @param index 0 is the default boundary; the others follow in order of registration.
    function boundaryIdAt(uint256 index) external view returns (bytes32) {
        return _boundaryIds[index];
    }

    /// @notice All zero (status `None`) for an unknown id.
    function boundary(bytes32 boundaryId) external view returns (Boundary memory) {
        return _boundaries[boundaryId];
    }

    // --------------------------------------------------------------- internal

    function _register(bytes32 boundaryId, uint40 timeLock, address agent) private {
        if (boundaryId == bytes32(0)) revert ZeroId();
        Boundary storage entry = _boundaries[boundaryId];
        if (entry.status != BoundaryStatus.None) revert BoundaryExists(boundaryId);
        entry.status = BoundaryStatus.Active;
        entry.timeLock = timeLock;
        entry.agent = agent;
        _boundaryIds.push(boundaryId);
        emit BoundaryRegistered(_nextSeq(), boundaryId, timeLock, agent);
    }

    function _execute(bytes32 opId) private {
        if (opId == bytes32(0)) revert ZeroId();
        Outcome known = outcomeOf[opId];
        if (known != Outcome.None) revert OperationKnown(opId, known);
        outcomeOf[opId] = Outcome.Executed;
    }

    function _credit(bytes32 boundaryId, bytes32 ref, uint128 amount) private {
        Boundary storage entry = _boundaries[boundaryId];
        if (entry.status == BoundaryStatus.None) revert UnknownBoundary(boundaryId);
        uint128 balanceAfter = entry.balance + amount;
        entry.balance = balanceAfter;
        _counters.total += amount;
        emit Credited(_nextSeq(), boundaryId, ref, amount, balanceAfter);
    }

    function _nextSeq() private returns (uint64) {
        return ++_counters.seq;
    }
}
