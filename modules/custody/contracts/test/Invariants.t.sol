// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TestUSD} from "../TestUSD.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {Pool} from "./support/Pool.sol";
import {PoolHandler} from "./support/PoolHandler.sol";

/// The invariants of README.md, after every action of any sequence. They are checked in one run: five runs of the
/// same actions would prove nothing more.
contract InvariantsTest {
    PoolHandler private _handler;
    Pool private _pool;
    TestUSD private _token;

    function setUp() public {
        _handler = new PoolHandler();
        (_pool, _token) = _handler.subject();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_handler);
    }

    function invariant_thePoolIsInOrder() external view {
        _theBoundariesSumUpToTheTotal();
        _tokensCoverWhatIsOwed();
        _theTotalIsWhatCameInLessWhatWentOut();
        _outcomesStayWhatTheyWere();
        _armedBoundariesHaveARecoveryKey();
        _whatWaitsIsCounted();
        _noMoreThanTheCapLeavesAtOnce();
    }

    function _theBoundariesSumUpToTheTotal() private view {
        bytes32[5] memory all = _handler.boundaryIds();
        uint256 sum;
        uint256 vaulted;
        for (uint256 i = 0; i < all.length; ++i) {
            IRealmCustody.Boundary memory entry = _pool.boundary(all[i]);
            sum += uint256(entry.balance) + entry.vaulted;
            vaulted += entry.vaulted;
        }
        require(sum == _pool.contractTotal(), "sum of boundaries");
        require(vaulted == _pool.vaultedTotal(), "sum of vaulted");
    }

    function _tokensCoverWhatIsOwed() private view {
        uint256 owed = _pool.contractTotal() - _pool.vaultedTotal();
        require(_token.balanceOf(address(_pool)) >= owed, "the pool is short");
        bytes32[3] memory objects = _handler.objectIds();
        uint256 vaulted;
        for (uint256 i = 0; i < objects.length; ++i) {
            IRealmCustody.ExchangeObject memory object = _pool.exchangeObject(objects[i]);
            require(_token.balanceOf(object.vault) >= object.balance, "a vault is short");
            vaulted += object.balance;
        }
        require(vaulted == _pool.vaultedTotal(), "sum of vaults");
    }

    function _theTotalIsWhatCameInLessWhatWentOut() private view {
        require(_pool.contractTotal() == _handler.cameIn() - _handler.wentOut(), "conservation");
        require(_pool.unattributed() == _handler.strays(), "unattributed");
    }

    function _outcomesStayWhatTheyWere() private view {
        uint256 count = _handler.idCount();
        for (uint256 i = 0; i < count; ++i) {
            bytes32 opId = _handler.ids(i);
            require(_pool.outcomeOf(opId) == _handler.outcomes(opId), "an outcome changed");
        }
        uint64 numbers = _handler.nextSeq();
        for (uint64 opSeq = 0; opSeq < numbers; ++opSeq) {
            require(_pool.settlementOutcome(opSeq) == _handler.settlements(opSeq), "a settlement changed");
        }
        require(_pool.settlementOutcome(numbers) == IRealmCustody.Outcome.None, "a number before its time");
    }

    function _armedBoundariesHaveARecoveryKey() private view {
        bytes32[5] memory all = _handler.boundaryIds();
        for (uint256 i = 0; i < all.length; ++i) {
            IRealmCustody.Boundary memory entry = _pool.boundary(all[i]);
            require(!entry.armed || entry.recoveryKey != address(0), "armed without a recovery key");
            require(entry.armed == (entry.cosigner != address(0)), "armed without a co-signer");
        }
    }

    function _whatWaitsIsCounted() private view {
        uint256 count = _handler.exitCount();
        for (uint256 i = 0; i < count; ++i) {
            (bytes32 opId, bytes32 boundaryId, uint128 amount, uint256 ripeAt) = _handler.exits(i);
            IRealmCustody.Exit memory exit = _pool.pendingExit(opId);
            require(exit.opId == opId && exit.amount == amount && exit.ripeAt == ripeAt, "an exit is another one");
            require(boundaryId != bytes32(0), "an exit of nobody");
        }
        bytes32[5] memory all = _handler.boundaryIds();
        uint256 counted;
        for (uint256 i = 0; i < all.length; ++i) {
            IRealmCustody.Waiting memory waiting = _pool.waitingExits(all[i]);
            require(waiting.amount == _handler.reserved(all[i]), "what waits of a boundary");
            IRealmCustody.Boundary memory entry = _pool.boundary(all[i]);
            bool covered = entry.timeLock == 0 || entry.status == IRealmCustody.BoundaryStatus.HardFrozen
                || entry.balance >= waiting.amount || _handler.isTakenFrom(all[i]);
            require(covered, "a time-locked boundary does not cover what waits");
            counted += waiting.count;
        }
        require(counted == count, "number of exits");
    }

    function _noMoreThanTheCapLeavesAtOnce() private view {
        uint256 count = _handler.atOnceCount();
        if (count == 0) return;
        (, uint256 end) = _handler.atOnce(count - 1);
        uint256 withinTheWindow;
        uint256 atThisMoment;
        for (uint256 i = count; i > 0; --i) {
            (uint128 amount, uint256 when) = _handler.atOnce(i - 1);
            if (when + _pool.OUTFLOW_WINDOW() <= end) break;
            withinTheWindow += amount;
            if (when == end) atThisMoment += amount;
        }
        require(atThisMoment <= _handler.highestCap(), "more than the cap left at once");
        require(withinTheWindow <= 2 * _handler.highestCap(), "more than twice the cap left within a window");
    }
}
