// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ICustodyErrors} from "../interfaces/ICustodyErrors.sol";
import {IRealmCustody} from "../interfaces/IRealmCustody.sol";
import {Pool} from "./support/Pool.sol";
import {HostileToken} from "./support/Tokens.sol";
import {vm} from "./support/Vm.sol";
import {World} from "./support/World.sol";

contract DepositsTest is World {
    HostileToken private _hostile;
    Pool private _live;

    function setUp() public {
        _build();
        _hostile = new HostileToken();
        _live = _pool("live", IERC20(address(_hostile)), false);
        _hostile.mint(address(this), 1e30);
        _hostile.approve(address(_live), type(uint256).max);
    }

    function testFuzz_mintCreditsAndCoversAtOnce(uint128 amount) public {
        vm.assume(amount != 0);
        _mint(PLAIN, amount);
        _same(_balance(PLAIN), amount, "credited");
        _same(pool.contractTotal(), amount, "total");
        _same(token.balanceOf(address(pool)), amount, "covered");
    }

    function test_anOperationIdIsUsedOnce() public {
        bytes32 opId = _id();
        vm.prank(SETTLER);
        pool.mintDeposit(opId, PLAIN, 5);
        _refused(
            abi.encodeWithSelector(ICustodyErrors.OperationKnown.selector, opId, IRealmCustody.Outcome.Executed)
        );
        vm.prank(SETTLER);
        pool.mintDeposit(opId, PLAIN, 5);
        _refused(
            abi.encodeWithSelector(ICustodyErrors.OperationKnown.selector, opId, IRealmCustody.Outcome.Executed)
        );
        vm.prank(OPERATOR);
        pool.withdraw(opId, PLAIN, PAYEE, 5);
    }

    function test_aLivePoolDoesNotMint() public {
        _refused(abi.encodeWithSelector(ICustodyErrors.NotPaper.selector));
        vm.prank(SETTLER);
        _live.mintDeposit(keccak256("x"), HOUSE, 1);
    }

    function testFuzz_aPulledDepositCreditsWhatArrived(uint64 amount, uint64 fee) public {
        vm.assume(amount > 1);
        fee %= amount;
        _hostile.setFee(fee);
        _live.deposit(HOUSE, amount, "ref");
        _same(_live.boundary(HOUSE).balance, amount - fee, "the announced amount was credited");
        _same(_live.contractTotal(), _hostile.balanceOf(address(_live)), "uncovered");
    }

    function test_aDepositOfNothingIsRefused() public {
        _hostile.setFee(7);
        _refused(abi.encodeWithSelector(ICustodyErrors.ZeroAmount.selector, bytes32("ref")));
        _live.deposit(HOUSE, 7, "ref");
    }

    function test_aTokenThatAnswersFalseCreditsNothing() public {
        _hostile.setAnswersFalse(true);
        (bool done,) = address(_live).call(abi.encodeCall(_live.deposit, (HOUSE, 7, "ref")));
        require(!done, "credited without a transfer");
    }

    function testFuzz_aDepositAddressBelongsToOneBoundaryAndIntent(bytes32 ref, bytes32 other) public view {
        vm.assume(ref != other);
        require(pool.depositAddress(PLAIN, ref) != pool.depositAddress(HELD, ref), "shared by boundaries");
        require(pool.depositAddress(PLAIN, ref) != pool.depositAddress(PLAIN, other), "shared by intents");
    }

    function testFuzz_moneyAtADepositAddressIsCreditedToItsBoundaryAsOftenAsItComes(uint64 first, uint64 second)
        public
    {
        vm.assume(first != 0 && second != 0);
        address target = _live.depositAddress(HOUSE, "intent");
        _hostile.transfer(target, first);
        vm.prank(STRANGER);
        _live.sweepDeposit(HOUSE, "intent");
        _hostile.transfer(target, second);
        vm.prank(STRANGER);
        _live.sweepDeposit(HOUSE, "intent");
        _same(_live.boundary(HOUSE).balance, uint256(first) + second, "credited");
        _same(_hostile.balanceOf(target), 0, "left behind");
    }

    function test_anEmptyDepositAddressIsNoDeposit() public {
        _refused(
            abi.encodeWithSelector(
                ICustodyErrors.NothingToSweep.selector, _live.depositAddress(HOUSE, "intent")
            )
        );
        _live.sweepDeposit(HOUSE, "intent");
    }

    function test_anAddressWhoseTokensCannotMoveHoldsUpNoOther() public {
        address frozen = _live.depositAddress(HOUSE, "frozen");
        _hostile.transfer(frozen, 5);
        _hostile.transfer(_live.depositAddress(HOUSE, "intent"), 7);
        _hostile.setRefuses(frozen);
        (bool swept,) = address(_live).call(abi.encodeCall(_live.sweepDeposit, (HOUSE, bytes32("frozen"))));
        require(!swept, "credited without a transfer");
        _live.sweepDeposit(HOUSE, "intent");
        _same(_live.boundary(HOUSE).balance, 7, "credited");
        _hostile.setRefuses(address(0));
        _live.sweepDeposit(HOUSE, "frozen");
        _same(_live.boundary(HOUSE).balance, 12, "credited once it moves");
    }

    function test_aSweepToAnUnknownBoundaryLeavesTheMoney() public {
        _hostile.transfer(_live.depositAddress("nobody", "intent"), 5);
        _refused(abi.encodeWithSelector(ICustodyErrors.UnknownBoundary.selector, bytes32("nobody")));
        _live.sweepDeposit("nobody", "intent");
    }

    function test_aHaltDoesNotStopValueThatArrives() public {
        vm.prank(OPERATOR);
        _live.halt();
        _live.deposit(HOUSE, 5, "ref");
        _hostile.transfer(_live.depositAddress(HOUSE, "intent"), 5);
        _live.sweepDeposit(HOUSE, "intent");
        _same(_live.boundary(HOUSE).balance, 10, "credited");
    }

    function testFuzz_strayTokensAreCreditedByTheAdminUpToWhatIsThere(uint64 stray, uint64 wanted) public {
        vm.assume(stray != 0 && wanted > stray);
        _live.deposit(HOUSE, 100, "ref");
        _hostile.transfer(address(_live), stray);
        _refused(abi.encodeWithSelector(ICustodyErrors.ExceedsUnattributed.selector, uint256(stray), uint128(wanted)));
        vm.prank(ADMIN);
        _live.creditUnattributed("op", HOUSE, wanted);
        vm.prank(ADMIN);
        _live.creditUnattributed("op", HOUSE, stray);
        _same(_live.boundary(HOUSE).balance, 100 + uint256(stray), "credited");
        _same(_live.unattributed(), 0, "left");
    }

    function test_strayTokensAreNotTheOperatorsToGive() public {
        _hostile.transfer(address(_live), 5);
        _refused(abi.encodeWithSelector(ICustodyErrors.NotAdmin.selector, OPERATOR));
        vm.prank(OPERATOR);
        _live.creditUnattributed("op", HOUSE, 5);
    }

    /// A token that calls back while a deposit is measured must not get it credited twice.
    function test_aTokenThatCallsBackCreditsOnce() public {
        _hostile.transfer(_live.depositAddress(HOUSE, "intent"), 50);
        _hostile.setCallback(
            address(_live), abi.encodeCall(_live.sweepDeposit, (HOUSE, bytes32("intent")))
        );
        _live.deposit(HOUSE, 7, "ref");
        require(!_hostile.callbackSucceeded(), "the pool was entered again");
        _same(_live.boundary(HOUSE).balance, 7, "credited twice");
    }
}
