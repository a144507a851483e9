// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {CustodyLens} from "../CustodyLens.sol";
import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {Pool} from "./support/Pool.sol";
import {HostileToken} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

contract VaultsTest is World {
    function setUp() public {
        _build();
        _mint(PLAIN, 1000);
        _mint(LOCKED, 1000);
        _mint(ARMED, 1000);
        _mint(HOUSE, 1000);
    }

    function testFuzz_valueInAVaultStaysInItsBoundary(uint128 funded, uint128 returned) public {
        funded = 1 + funded % 1000;
        returned = 1 + returned % funded;
        _fund(OBJECT, funded);
        vm.prank(SETTLER);
        pool.returnVault("back", OBJECT, returned);
        _same(_balance(PLAIN), 1000 - funded + returned, "balance");
        _same(pool.boundary(PLAIN).vaulted, funded - returned, "vaulted");
        _same(pool.vaultedTotal(), funded - returned, "vaulted total");
        _same(token.balanceOf(_vault(OBJECT)), funded - returned, "vault");
        _same(pool.contractTotal(), 4000, "total");
    }

    function test_theAgentMovesItsOwnBoundaryOnlyAndUsesUpNobodysIds() public {
        vm.prank(AGENT);
        pool.fundVault("op", OBJECT, 10);
        require(pool.outcomeOf("op") == IRealmCustody.Outcome.None, "an agent used up an id of the service");
        vm.prank(OPERATOR);
        pool.withdraw("op", PLAIN, PAYEE, 10);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotSettlerOrAgent.selector, LOCKED, AGENT));
        vm.prank(AGENT);
        pool.fundVault("other", LOCKED_OBJECT, 10);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotOperator.selector, AGENT));
        vm.prank(AGENT);
        pool.withdraw("third", PLAIN, PAYEE, 10);
    }

    function test_aVaultTakesNothingThatAnExitWillTake() public {
        vm.prank(OPERATOR);
        pool.requestExit("exit", LOCKED, PAYEE, 900);
        _refused(
            abi.encodeWithSelector(ICustodyErrors.InsufficientBalance.selector, LOCKED, uint128(100), uint128(101))
        );
        vm.prank(SETTLER);
        pool.fundVault("op", LOCKED_OBJECT, 101);
        _fund(LOCKED_OBJECT, 100);
        vm.warp(block.timestamp + LOCK);
        pool.executeExit("exit");
        _same(token.balanceOf(PAYEE), 900, "paid");
    }

    function test_aVaultGivesNoMoreThanItHas() public {
        _fund(OBJECT, 10);
        _refused(abi.encodeWithSelector(ICustodyErrors.InsufficientVault.selector, OBJECT, uint128(10), uint128(11)));
        vm.prank(SETTLER);
        pool.returnVault("op", OBJECT, 11);
    }

    function testFuzz_profitComesFromTheHouseAndLossGoesThere(uint64 funded, int64 delta) public {
        funded = 1 + funded % 1000;
        if (delta < 0) delta = delta % int64(funded + 1);
        else delta = delta % 1001;
        vm.assume(delta != 0);
        _fund(OBJECT, funded);
        vm.prank(SETTLER);
        pool.settleVault(1, "op", OBJECT, HOUSE, delta);
        _same(_balance(HOUSE), uint64(1000 - delta), "house");
        _same(pool.boundary(PLAIN).vaulted, uint64(int64(funded) + delta), "vaulted");
        _same(pool.vaultedTotal(), uint64(int64(funded) + delta), "vaulted total");
        _same(token.balanceOf(_vault(OBJECT)), uint64(int64(funded) + delta), "vault");
        _same(pool.contractTotal(), 4000, "total");
        _same(token.balanceOf(address(pool)), 4000 - uint64(int64(funded) + delta), "pool");
    }

    function test_tradingIsNoWayPastTimeLockAndCosigner() public {
        _fund(LOCKED_OBJECT, 10);
        _fund(ARMED_OBJECT, 10);
        _refusedResult(LOCKED_OBJECT, HOUSE, -1, abi.encodeWithSelector(ICustodyErrors.TimeLocked.selector, LOCKED, LOCK));
        _refusedResult(ARMED_OBJECT, HOUSE, -1, abi.encodeWithSelector(ICustodyErrors.CosignRequired.selector, ARMED, cosigner));
        vm.prank(SETTLER);
        pool.settleVault(1, "op", ARMED_OBJECT, HOUSE, 1);
    }

    function test_resultsAreSettledAgainstAHouseOnly() public {
        _fund(OBJECT, 10);
        _refusedResult(OBJECT, HELD, -1, abi.encodeWithSelector(ICustodyErrors.NotHouse.selector, HELD));
        _refusedResult(OBJECT, PLAIN, -1, abi.encodeWithSelector(ICustodyErrors.SameBoundary.selector, PLAIN));
        _refusedResult(OBJECT, HOUSE, 0, abi.encodeWithSelector(ICustodyErrors.ZeroAmount.selector, bytes32("op")));
        _refusedResult(
            OBJECT, HOUSE, 1001,
            abi.encodeWithSelector(ICustodyErrors.InsufficientBalance.selector, HOUSE, uint128(1000), uint128(1001))
        );
    }

    function test_theHolderBringsTheVaultHomeAndTakesIt() public {
        _fund(LOCKED_OBJECT, 600);
        _refused(abi.encodeWithSelector(ICustodyErrors.BoundaryActive.selector, LOCKED));
        vm.prank(holder);
        pool.recoverVault(LOCKED_OBJECT);
        vm.prank(OPERATOR);
        pool.halt();
        vm.prank(holder);
        pool.lock(LOCKED);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotRecoveryKey.selector, LOCKED, OPERATOR));
        vm.prank(OPERATOR);
        pool.recoverVault(LOCKED_OBJECT);
        vm.prank(holder);
        pool.recoverVault(LOCKED_OBJECT);
        _same(pool.vaultedTotal(), 0, "vaulted total");
        vm.prank(holder);
        pool.recoveryWithdraw(LOCKED, PAYEE);
        _same(token.balanceOf(PAYEE), 1000, "taken");
    }

    function test_aFrozenBoundaryMovesNoVault() public {
        _fund(LOCKED_OBJECT, 10);
        vm.prank(holder);
        pool.lock(LOCKED);
        bytes memory frozen = abi.encodeWithSelector(
            ICustodyErrors.BoundaryFrozen.selector, LOCKED, IRealmCustody.BoundaryStatus.SoftFrozen
        );
        _refused(frozen);
        vm.prank(SETTLER);
        pool.fundVault("op", LOCKED_OBJECT, 1);
        _refused(frozen);
        vm.prank(SETTLER);
        pool.returnVault("op", LOCKED_OBJECT, 1);
        _refusedResult(LOCKED_OBJECT, HOUSE, 1, frozen);
    }

    function test_strayTokensOfAVaultBecomeUnattributed() public {
        _fund(OBJECT, 10);
        token.mint(_vault(OBJECT), 7);
        vm.prank(SETTLER);
        pool.returnVault("op", OBJECT, 4);
        _same(pool.unattributed(), 7, "unattributed");
        _same(token.balanceOf(_vault(OBJECT)), 6, "vault");
        _same(_balance(PLAIN), 994, "balance");
    }

    /// What a vault lost must not be paid with the tokens of other boundaries.
    function test_aVaultThatLostTokensIsNotMadeWhole() public {
        HostileToken hostile = new HostileToken();
        Pool live = _pool("live", IERC20(address(hostile)), false);
        hostile.mint(address(this), 100);
        hostile.approve(address(live), 100);
        live.deposit(HOUSE, 100, "ref");
        vm.prank(SETTLER);
        live.registerExchangeObject(OBJECT, HOUSE);
        vm.prank(SETTLER);
        live.fundVault("op", OBJECT, 50);
        hostile.burn(live.exchangeObject(OBJECT).vault, 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.VaultShort.selector, OBJECT, uint256(49), uint256(50)));
        vm.prank(SETTLER);
        live.returnVault("back", OBJECT, 50);
    }

    /// The freeze of an empty boundary must not depend on a token that refuses to move nothing.
    function test_anEmptyBoundaryIsFrozenAndItsEmptyVaultRecovered() public {
        HostileToken hostile = new HostileToken();
        Pool live = _pool("live", IERC20(address(hostile)), false);
        vm.prank(SETTLER);
        live.registerExchangeObject(OBJECT, HOUSE);
        vm.prank(OPERATOR);
        live.registerRecoveryKey(HOUSE, holder);
        vm.prank(holder);
        live.recoveryWithdraw(HOUSE, PAYEE);
        vm.prank(holder);
        live.recoverVault(OBJECT);
        require(live.boundary(HOUSE).status == IRealmCustody.BoundaryStatus.HardFrozen, "frozen");
    }

    function test_anExchangeObjectIsRegisteredOnce() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.ExchangeObjectExists.selector, OBJECT));
        _registerObject(OBJECT, HELD);
        _refused(abi.encodeWithSelector(ICustodyErrors.UnknownExchangeObject.selector, bytes32("nothing")));
        vm.prank(SETTLER);
        pool.fundVault("op", "nothing", 1);
    }

    function testFuzz_theLensShowsEveryRowOnce(uint8 first, uint8 count) public {
        CustodyLens lens = new CustodyLens();
        _fund(OBJECT, 10);
        CustodyLens.BoundaryRow[] memory rows = lens.boundaryPage(pool, first, count);
        uint256 expected = first >= 5 ? 0 : (count < 5 - first ? count : 5 - first);
        _same(rows.length, expected, "rows");
        for (uint256 i = 0; i < rows.length; ++i) {
            require(rows[i].boundaryId == pool.boundaryIdAt(first + i), "order");
        }
        CustodyLens.ObjectRow[] memory objects = lens.objectPage(pool, 0, 10);
        _same(objects.length, 3, "objects");
        _same(objects[0].held, 10, "held");
        CustodyLens.Totals memory totals = lens.totals(pool);
        _same(totals.poolHeld + 10, 4000, "pool holds");
        _same(totals.vaultedTotal, 10, "vaulted");
    }

    function _refusedResult(bytes32 objectId, bytes32 houseId, int128 delta, bytes memory reason) private {
        _refused(reason);
        vm.prank(SETTLER);
        pool.settleVault(1, "op", objectId, houseId, delta);
    }
}
