// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Pool} from "./Pool.sol";
import {TestUSD} from "../../TestUSD.sol";
import {IRealmCustody} from "../../interfaces/IRealmCustody.sol";
import {Vm, vm} from "./Vm.sol";
import {World} from "./World.sol";

/// @title What a pool should look like, kept beside it
abstract contract PoolModel is World {
    mapping(bytes32 boundaryId => uint128) public balances;
    mapping(bytes32 boundaryId => IRealmCustody.BoundaryStatus) public statuses;
    mapping(bytes32 objectId => uint128) public vaults;
    mapping(bytes32 opId => IRealmCustody.Outcome) public outcomes;
    mapping(uint64 opSeq => IRealmCustody.Outcome) public settlements;
    bytes32[] public ids;
    uint64 public nextSeq;
    uint64 public events;
    uint256 public cameIn;
    uint256 public wentOut;
    uint256 public strays;
    bool public halted;
    /// Those that wait, in any order, and what waits of each boundary.
    WaitingExit[] public exits;
    mapping(bytes32 boundaryId => uint128) public reserved;
    /// Whether the admin took back what exits would take too.
    mapping(bytes32 boundaryId => bool) public isTakenFrom;
    /// What left without waiting, oldest first.
    Payment[] public atOnce;
    /// What each boundary held when this period and the one before it began; see `PoolStanding`.
    mapping(bytes32 boundaryId => uint128) public earlier;
    mapping(bytes32 boundaryId => uint128) public latest;
    /// Whose recovery key a boundary has, where it is not `holder`; when whoever is to inherit may, 0 without one.
    mapping(bytes32 boundaryId => address) public heirs;
    mapping(bytes32 boundaryId => uint256) public inheritedAt;
    uint256 private _period;
    uint256 internal haltedAt;
    uint128 internal constant CAP = 1e19;
    uint40 internal constant DELAY = 12 hours;

    struct WaitingExit {
        bytes32 opId;
        bytes32 boundaryId;
        uint128 amount;
        uint256 ripeAt;
    }

    struct Payment {
        uint128 amount;
        uint256 when;
    }

    constructor() {
        _build();
        bytes32[5] memory all = [HOUSE, PLAIN, HELD, LOCKED, ARMED];
        for (uint256 i = 0; i < all.length; ++i) statuses[all[i]] = IRealmCustody.BoundaryStatus.Active;
        events = pool.lastSeq();
    }

    /// Events of the action continue the numbering, and the pool is what the model says.
    modifier watched() {
        _tick();
        vm.recordLogs();
        _;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != address(pool)) continue;
            _same(uint256(bytes32(logs[i].data)), ++events, "an event out of number");
        }
        _same(pool.lastSeq(), events, "the newest event");
        _compare();
    }

    function _limits() internal pure override returns (IRealmCustody.Limits memory) {
        return IRealmCustody.Limits(DELAY, CAP);
    }

    function highestCap() external pure returns (uint256) {
        return CAP;
    }

    function exitCount() external view returns (uint256) {
        return exits.length;
    }

    function atOnceCount() external view returns (uint256) {
        return atOnce.length;
    }

    function subject() external view returns (Pool, TestUSD) {
        return (pool, token);
    }

    function boundaryIds() public pure returns (bytes32[5] memory) {
        return [HOUSE, PLAIN, HELD, LOCKED, ARMED];
    }

    function objectIds() public pure returns (bytes32[3] memory) {
        return [OBJECT, LOCKED_OBJECT, ARMED_OBJECT];
    }

    function idCount() external view returns (uint256) {
        return ids.length;
    }

    function _compare() private view {
        bytes32[5] memory all = boundaryIds();
        for (uint256 i = 0; i < all.length; ++i) {
            _same(_balance(all[i]), balances[all[i]], "a balance is not what the actions say");
            require(_status(all[i]) == statuses[all[i]], "a status is not what the actions say");
            _same(pool.inheritanceOf(all[i]).ripeAt, inheritedAt[all[i]], "an inheritance is not what the actions say");
            require(!_isKeyed(all[i]) || pool.boundary(all[i]).recoveryKey == _holderOf(all[i]), "a boundary is another's");
        }
        bytes32[3] memory objects = objectIds();
        for (uint256 i = 0; i < objects.length; ++i) {
            _same(pool.exchangeObject(objects[i]).balance, vaults[objects[i]], "a vault is not what the actions say");
        }
    }

    function _boundary(uint256 seed) internal pure returns (bytes32) {
        return boundaryIds()[seed % 5];
    }

    function _held(uint256 seed) internal pure returns (bytes32) {
        return boundaryIds()[2 + seed % 3];
    }

    function _isKeyed(bytes32 boundaryId) internal pure returns (bool) {
        return boundaryId != HOUSE && boundaryId != PLAIN;
    }

    function _holderOf(bytes32 boundaryId) internal view returns (address) {
        return heirs[boundaryId] == address(0) ? holder : heirs[boundaryId];
    }

    function _object(uint256 seed) internal pure returns (bytes32 object, bytes32 boundaryId) {
        if (seed % 3 == 0) return (OBJECT, PLAIN);
        return seed % 3 == 1 ? (LOCKED_OBJECT, LOCKED) : (ARMED_OBJECT, ARMED);
    }

    function _isActive(bytes32 boundaryId) internal view returns (bool) {
        return statuses[boundaryId] == IRealmCustody.BoundaryStatus.Active;
    }

    /// An id that the action about to come executes.
    function _executed() internal returns (bytes32 opId) {
        opId = _id();
        ids.push(opId);
        outcomes[opId] = IRealmCustody.Outcome.Executed;
    }

    /// Looks at all boundaries whenever a period has begun.
    function _tick() internal {
        uint256 time = halted && block.timestamp < haltedAt + 30 days ? haltedAt : block.timestamp;
        uint256 period = time / DELAY;
        if (period == _period) return;
        bytes32[5] memory all = boundaryIds();
        for (uint256 i = 0; i < all.length; ++i) {
            uint128 books = _books(all[i]);
            earlier[all[i]] = period == _period + 1 ? latest[all[i]] : books;
            latest[all[i]] = books;
        }
        _period = period;
    }

    function _books(bytes32 boundaryId) private view returns (uint128 books) {
        books = balances[boundaryId];
        bytes32[3] memory objects = objectIds();
        for (uint256 i = 0; i < objects.length; ++i) {
            (, bytes32 owner) = _object(i);
            if (owner == boundaryId) books += vaults[objects[i]];
        }
    }

    /// What of a balance has come from other boundaries a short while ago.
    function _newer(bytes32 boundaryId) internal view returns (uint128) {
        uint128 balance = balances[boundaryId];
        return balance > earlier[boundaryId] ? balance - earlier[boundaryId] : 0;
    }

    function _in(bytes32 boundaryId, uint128 amount) internal {
        earlier[boundaryId] += amount;
        latest[boundaryId] += amount;
        balances[boundaryId] += amount;
        cameIn += amount;
    }

    function _out(bytes32 boundaryId, uint128 amount) internal {
        earlier[boundaryId] -= amount < earlier[boundaryId] ? amount : earlier[boundaryId];
        latest[boundaryId] -= amount < latest[boundaryId] ? amount : latest[boundaryId];
        balances[boundaryId] -= amount;
        wentOut += amount;
    }
}
