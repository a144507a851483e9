// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {HostileToken} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

/// Foreign tokens and ether that came here by mistake.
contract RescueTest is World {
    uint40 private constant WAIT = 24 hours;
    HostileToken private _foreign;

    function setUp() public {
        _build();
        _mint(HELD, 1000);
        _foreign = new HostileToken();
        _foreign.mint(address(pool), 50);
        _foreign.mint(pool.depositAddress(HELD, "intent"), 70);
        vm.deal(pool.depositAddress(HELD, "intent"), 5);
        vm.deal(address(pool), 3);
    }

    function test_foreignTokensGoWhereTheAdminSaidAfterADay() public {
        _request("one", _of(address(_foreign), 50));
        uint40 ripeAt = uint40(block.timestamp) + WAIT;
        _same(pool.rescueOf("one").ripeAt, ripeAt, "ripe at");
        vm.warp(ripeAt - 1);
        _refused(abi.encodeWithSelector(ICustodyErrors.RescueNotRipe.selector, bytes32("one"), ripeAt));
        pool.executeRescue("one");
        vm.warp(ripeAt);
        vm.prank(STRANGER);
        pool.executeRescue("one");
        _same(_foreign.balanceOf(PAYEE), 50, "rescued");
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRescuePending.selector, bytes32("one")));
        pool.executeRescue("one");
        _same(token.balanceOf(address(pool)), 1000, "the pool's own tokens");
    }

    function test_depositAddressesAreReachedToo() public {
        _request("tokens", IRealmCustody.Rescue(address(_foreign), 0, PAYEE, 70, HELD, "intent"));
        _request("ether", IRealmCustody.Rescue(address(0), 0, PAYEE, 5, HELD, "intent"));
        vm.warp(block.timestamp + WAIT);
        pool.executeRescue("ether");
        pool.executeRescue("tokens");
        _same(_foreign.balanceOf(PAYEE), 70, "tokens");
        _same(PAYEE.balance, 5, "ether");
        _same(_foreign.balanceOf(address(pool)), 50, "what lay in the pool");
        token.mint(pool.depositAddress(HELD, "intent"), 9);
        pool.sweepDeposit(HELD, "intent");
        _same(_balance(HELD), 1009, "deposits go on");
    }

    function test_etherThatWasForcedIntoThePoolIsRescued() public {
        _request("one", _of(address(0), 3));
        vm.warp(block.timestamp + WAIT);
        pool.executeRescue("one");
        _same(PAYEE.balance, 3, "ether");
    }

    /// Whatever the admin says: what belongs to boundaries leaves in no such way.
    function test_thePoolsOwnTokenIsNotForeign() public {
        _refusedRequest(_of(address(token), 1), abi.encodeWithSelector(ICustodyErrors.NotForeign.selector, address(token)));
    }

    function test_onlyTheAdminAsksAndGuardiansSayNo() public {
        IRealmCustody.Rescue memory rescue = _of(address(_foreign), 50);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, OPERATOR));
        vm.prank(OPERATOR);
        pool.requestRescue("one", rescue);
        _request("one", rescue);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotGuardian.selector, OPERATOR));
        vm.prank(OPERATOR);
        pool.cancelRescue("one");
        vm.prank(GUARDIAN);
        pool.cancelRescue("one");
        vm.warp(block.timestamp + WAIT);
        _refused(abi.encodeWithSelector(ICustodyErrors.NoRescuePending.selector, bytes32("one")));
        pool.executeRescue("one");
        _refused(abi.encodeWithSelector(ICustodyErrors.RescueKnown.selector, bytes32("one")));
        vm.prank(ADMIN);
        pool.requestRescue("one", rescue);
    }

    function test_aHaltStopsARescue() public {
        _request("one", _of(address(_foreign), 50));
        vm.warp(block.timestamp + WAIT);
        vm.prank(GUARDIAN);
        pool.halt();
        _refused(abi.encodeWithSelector(ICustodyErrors.RealmHalted.selector));
        pool.executeRescue("one");
    }

    function test_aRescueNeedsAnIdAnAmountAndAPlace() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroId.selector));
        vm.prank(ADMIN);
        pool.requestRescue(bytes32(0), _of(address(_foreign), 1));
        _refusedRequest(_of(address(_foreign), 0), abi.encodeWithSelector(ICustodyErrors.ZeroAmount.selector, bytes32("one")));
        _refusedRequest(
            IRealmCustody.Rescue(address(_foreign), 0, address(pool), 1, 0, 0),
            abi.encodeWithSelector(ICustodyErrors.InvalidDestination.selector, address(pool))
        );
        _refusedRequest(
            IRealmCustody.Rescue(address(_foreign), 0, PAYEE, 1, "nobody", "intent"),
            abi.encodeWithSelector(ICustodyErrors.UnknownBoundary.selector, bytes32("nobody"))
        );
    }

    /// A foreign token that calls back finds the pool closed.
    function test_aForeignTokenThatCallsBackGetsNothing() public {
        _request("one", _of(address(_foreign), 20));
        _request("two", _of(address(_foreign), 30));
        vm.warp(block.timestamp + WAIT);
        _foreign.setCallback(address(pool), abi.encodeCall(pool.executeRescue, ("two")));
        pool.executeRescue("one");
        require(!_foreign.callbackSucceeded(), "the pool was entered again");
    }

    function _of(address asset, uint256 amount) private pure returns (IRealmCustody.Rescue memory) {
        return IRealmCustody.Rescue(asset, 0, PAYEE, amount, 0, 0);
    }

    function _request(bytes32 rescueId, IRealmCustody.Rescue memory rescue) private {
        vm.prank(ADMIN);
        pool.requestRescue(rescueId, rescue);
    }

    function _refusedRequest(IRealmCustody.Rescue memory rescue, bytes memory reason) private {
        _refused(reason);
        vm.prank(ADMIN);
        pool.requestRescue("one", rescue);
    }
}
