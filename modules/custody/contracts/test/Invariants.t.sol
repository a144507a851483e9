// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RealmCustody} from "../RealmCustody.sol";
import {TestUSD} from "../TestUSD.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {PoolHandler} from "./support/PoolHandler.sol";

/// The invariants of README.md, after every action of any sequence. They are checked in one run: five runs of the
/// same actions would prove nothing more.
contract InvariantsTest {
    PoolHandler private _handler;
    RealmCustody private _pool;
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
        _armedBoundariesHaveARecoveryKeyAndFrozenOnesNoExit();
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

    function _armedBoundariesHaveARecoveryKeyAndFrozenOnesNoExit() private view {
        bytes32[5] memory all = _handler.boundaryIds();
        for (uint256 i = 0; i < all.length; ++i) {
            IRealmCustody.Boundary memory entry = _pool.boundary(all[i]);
            IRealmCustody.Exit memory exit = _pool.pendingExit(all[i]);
            require(!entry.armed || entry.recoveryKey != address(0), "armed without a recovery key");
            require(entry.armed == (entry.cosigner != address(0)), "armed without a co-signer");
            if (exit.opId == bytes32(0)) continue;
            require(entry.status != IRealmCustody.BoundaryStatus.HardFrozen, "an exit survived");
            require(_pool.outcomeOf(exit.opId) == IRealmCustody.Outcome.Pending, "a pending exit with an outcome");
            require(entry.timeLock != 0 && entry.balance >= exit.amount, "an exit without time lock or cover");
        }
    }
}
