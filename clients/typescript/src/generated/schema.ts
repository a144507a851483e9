// Generated from the documents of the service by `node ace client:generate`. Do not edit.
export interface components {
    schemas: {
        WatchedBalance: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description On its way in; not usable yet. */
            arriving: string;
            /** @description Available. */
            settled: string;
            /** @description Committed to leave; not gone yet. */
            departing: string;
            /** @description All three together. */
            total: string;
        };
        Operation: {
            /** @description The operation. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Its path, unique in the realm. */
            path: string;
            /**
             * @description What kind of operation it is.
             * @enum {string}
             */
            type: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /**
             * @description `pending` until it has settled, then one of the others for good.
             * @enum {string}
             */
            state: "pending" | "completed" | "failed" | "expired";
            /** @description Where the value comes from. */
            sourceObjectPath: string | null;
            /** @description Where the value goes. */
            targetObjectPath: string | null;
            /**
             * @description What kind of caller asked for it.
             * @enum {string}
             */
            actorType: "builder" | "api_key" | "end_user" | "system";
            /** @description Who asked for it. */
            actorId: string;
            /** @description The request, as JSON text. */
            input: string;
            /** @description What came of it, as JSON text. */
            outcome: string;
            /** @description The hold that a capture took its amount off. */
            holdId?: string;
            /** @description The operation that it reverses. */
            reversalOf?: string;
            /** @description Why it failed; end users may read it. */
            failureMessage?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        ExchangeAccount: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The path of the object. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /**
             * @description Where it trades.
             * @enum {string}
             */
            venue: "venue-sim" | "venue";
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "active";
        };
        MarginSummary: {
            /** @description Deposits and unrealized profit. */
            equity: string;
            /** @description Cash, with what positions were paid and sold for. */
            totalRawUsd: string;
            /** @description What may leave now. */
            availableToWithdraw: string;
            /** @description What positions and orders bind. */
            initialMarginUsed: string;
            /** @description Below this equity positions are liquidated. */
            maintenanceMarginRequired: string;
            /** @description Unrealized profit of all positions. */
            totalUnrealizedPnl: string;
            /** @description The notional of all positions. */
            totalNtlPos: string;
        };
        Position: {
            /** @description The position; a new one after it was closed. */
            id: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description The direction.
             * @enum {string}
             */
            side: "long" | "short";
            /** @description How much of the base asset. */
            size: string;
            /** @description The average price it was opened at. */
            entryPrice: string;
            /** @description The price it is valued at. */
            markPrice: string;
            /** @description The leverage of its market. */
            leverage: number;
            /**
             * @description Whether it shares the margin of the account.
             * @enum {string}
             */
            marginMode: "cross" | "isolated";
            /** @description What it binds. */
            marginUsed: string;
            /** @description Its own margin; null for a cross position. */
            isolatedMargin: string | null;
            /** @description The mark price it is liquidated at; null when there is none. */
            liquidationPrice: string | null;
            /** @description Its notional. */
            positionValue: string;
            /** @description Gain or loss since it was opened. */
            unrealizedPnl: string;
            /** @description That gain as a fraction of the margin. */
            returnOnEquity: string;
            /** @description Funding of this position; negative was paid. */
            cumulativeFunding?: string;
            /** @description Fees of this position, all parts. */
            cumulativeFee?: string;
            /** @description The part of the venue. */
            cumulativeExchangeFee?: string;
            /** @description The part of the platform. */
            cumulativePlatformFee?: string;
            /** @description The part of the builder. */
            cumulativeBuilderFee?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        Order: {
            /** @description The order. */
            id: string;
            /** @description The operation that placed it. */
            operationId: string;
            /** @description The object, by its id. */
            objectId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /**
             * @description `MARKET` takes what is there; `LIMIT` waits at its price.
             * @enum {string}
             */
            orderType: "MARKET" | "LIMIT";
            /** @description The limit price. */
            price: string | null;
            /** @description In units of the base asset; needed unless `sizeToMax`. */
            size: string;
            /** @description How much of it is filled. */
            filledSize: string;
            /** @description The average price of its fills. */
            avgFillPrice: string | null;
            /**
             * @description How the order stands.
             * @enum {string}
             */
            status: "PENDING" | "OPEN" | "PARTIALLY_FILLED" | "FILLED" | "CANCELLED" | "FAILED" | "WAITING_FOR_TRIGGER" | "TRIGGERED";
            /** @description Why it was cancelled. */
            cancelReason: ("user_requested" | "sibling_filled" | "position_closed" | "position_flipped" | "reduce_only" | "insufficient_margin" | "self_trade" | "liquidated" | "market_delisted" | "replaced" | "ioc_remainder" | "no_liquidity" | "object_deleting") | null;
            /** @description Why it failed. */
            failureReason: ("unknown_market" | "invalid_decimal" | "invalid_tick" | "invalid_size" | "size_required" | "price_required" | "trigger_fields_required" | "size_to_max_needs_trigger" | "invalid_time_in_force" | "invalid_leverage" | "isolated_required" | "margin_mode_not_offered" | "invalid_tolerance" | "fee_too_high" | "invalid_amount" | "bad_batch_grouping" | "isolated_margin_zero" | "not_isolated" | "removal_not_allowed" | "twap_invalid" | "twap_not_offered" | "account_differs" | "object_not_found" | "position_not_found" | "order_not_found" | "twap_not_found" | "order_not_live" | "account_not_empty" | "id_in_use" | "no_market_data" | "market_delisted" | "no_liquidity" | "ioc_no_match" | "post_only_would_cross" | "below_min_notional" | "above_max_notional" | "insufficient_margin" | "max_below_tolerance" | "reduce_only_would_increase" | "bad_trigger_price" | "tier_limit" | "price_too_far" | "too_many_open_orders" | "margin_mode_conflict" | "leverage_decrease_margin" | "isolated_margin_insufficient" | "withdraw_exceeds_available" | "upstream_error" | "expired" | "never_arrived" | "simulated_fault") | null;
            /** @description It never opens or grows a position. */
            reduceOnly: boolean;
            /**
             * @description `GTC` rests, `IOC` is filled at once or ends, `ALO` rests or is refused.
             * @enum {string}
             */
            timeInForce: "GTC" | "IOC" | "ALO";
            /** @description The leverage of its market when it was placed. */
            leverage: number;
            /** @description It waits until the mark price reaches `triggerPx`. */
            isTrigger: boolean;
            /** @description The mark price that starts it. */
            triggerPx: string | null;
            /** @description Once started it takes what is there; false: it waits at `price`. */
            isMarket: boolean;
            /** @description `tp` takes a profit, `sl` stops a loss. */
            tpsl: ("tp" | "sl") | null;
            /** @description It closes the whole position of the moment; `size` is ignored. */
            sizeToMax: boolean;
            /** @description Orders of one group cancel each other. */
            ocoGroupId: string | null;
            /** @description The fee of the builder, in tenths of a basis point. */
            applicationFeeTenthsBps: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        FeeRates: {
            /** @description Of the venue, for orders that take. */
            taker: string;
            /** @description Of the venue, for orders that rest. */
            maker: string;
            /** @description Of the platform. */
            platform: string;
            /** @description Of the builder. */
            application: string;
        };
        ExchangeState: {
            /** @description The account on the venue. */
            account: components["schemas"]["ExchangeAccount"];
            /** @description Its margin. */
            marginSummary: components["schemas"]["MarginSummary"];
            /** @description Below this equity cross positions are liquidated. */
            crossMaintenanceMarginUsed: string;
            /** @description Open positions. */
            positions: components["schemas"]["Position"][];
            /** @description Orders that wait or rest. */
            openOrders: components["schemas"]["Order"][];
            /** @description What trading costs, as fractions of the notional. */
            feeRates: components["schemas"]["FeeRates"];
        };
        Valuation: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The path of the object. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description What kind of object it is. */
            type: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
            /** @description What it is worth in USD. */
            valueUsd: string;
            /** @description Its cash. */
            balances: {
                /** @description What the amount is counted in: `USD`. */
                denomination: string;
                /** @description How much, in units of the denomination. */
                amount: string;
                /** @description What one unit is worth; null when no price is known. */
                price: string | null;
                /** @description What it is worth in USD. */
                valueUsd: string;
            }[];
            /** @description What is on its way, by operation. */
            reservedBalances: {
                /** @description What the amount is counted in: `USD`. */
                denomination: string;
                /** @description How much, in units of the denomination. */
                amount: string;
                /** @description What one unit is worth; null when no price is known. */
                price: string | null;
                /** @description What it is worth in USD. */
                valueUsd: string;
                /** @description The operation, by its id. */
                operationId: string;
            }[];
            /** @description Its positions on a venue. */
            positions: {
                /** @description The market: `<venue>:<index>:<symbol>`. */
                market: string;
                /** @description How much of the base asset; never negative. */
                size: string;
                /**
                 * @description The direction.
                 * @enum {string}
                 */
                side: "long" | "short";
                /** @description The average price it was opened at. */
                entryPx: string;
                /** @description The price it is valued at; null when none is known. */
                markPrice: string | null;
                /** @description Gain or loss since it was opened; null without a price. */
                unrealizedPnl: string | null;
            }[];
        };
        AssetBreakdown: {
            /** @description The denomination or market. */
            asset: string;
            /**
             * @description Cash, cash on a venue, or positions.
             * @enum {string}
             */
            category: "spot" | "exchange" | "perp";
            /** @description How much, in units of the asset. */
            amount: string;
            /** @description What one unit is worth; null when no price is known. */
            price: string | null;
            /** @description What it is worth in USD. */
            valueUsd: string;
            /** @description Of positions: their leverage by value. */
            weightedAvgLeverage?: string;
        };
        AggregatedObject: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The path of the object. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description What kind of object it is. */
            type: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
            /** @description What it is worth in USD. */
            valueUsd: string;
            /** @description Its cash. */
            balances: {
                /** @description What the amount is counted in: `USD`. */
                denomination: string;
                /** @description How much, in units of the denomination. */
                amount: string;
                /** @description What one unit is worth; null when no price is known. */
                price: string | null;
                /** @description What it is worth in USD. */
                valueUsd: string;
            }[];
            /** @description What is on its way, by operation. */
            reservedBalances: {
                /** @description What the amount is counted in: `USD`. */
                denomination: string;
                /** @description How much, in units of the denomination. */
                amount: string;
                /** @description What one unit is worth; null when no price is known. */
                price: string | null;
                /** @description What it is worth in USD. */
                valueUsd: string;
                /** @description The operation, by its id. */
                operationId: string;
            }[];
            /** @description Its positions on a venue. */
            positions: {
                /** @description The market: `<venue>:<index>:<symbol>`. */
                market: string;
                /**
                 * @description The direction.
                 * @enum {string}
                 */
                side: "long" | "short";
                /** @description How much of the base asset; never negative. */
                size: string;
                /** @description The average price it was opened at. */
                entryPrice: string;
                /** @description The price it is valued at; null when none is known. */
                markPrice: string | null;
                /** @description Gain or loss since it was opened; null without a price. */
                unrealizedPnl: string | null;
                /** @description What it is worth in USD. */
                valueUsd: string;
            }[] | null;
        };
        MidPrice: {
            /**
             * Format: date-time
             * @description The newest price that was used.
             */
            marketDataAsOf?: string;
            /** @description How old that was. */
            ageSeconds: number;
            /**
             * @description Where the prices came from.
             * @enum {string}
             */
            source: "snapshot" | "cache" | "none";
            /** @description From which age on they count as stale. */
            staleAfterSeconds: number;
            /** @description They are stale. */
            stale: boolean;
        };
        Aggregation: {
            /** @description What was asked for; `(watch)` for a watch. */
            prefix: string;
            /** @description The value of everything in it, amounts on their way included. */
            totalEquityUsd: string;
            /** @description The part of it that is committed to leave. */
            departingUsd: string;
            /** @description What is on its way in. */
            arrivingUsd: string;
            /** @description By what it is held in. */
            breakdown: components["schemas"]["AssetBreakdown"][];
            /** @description By object. */
            objects: components["schemas"]["AggregatedObject"][];
            /** @description The prices it was valued with. */
            midPrice: components["schemas"]["MidPrice"];
            /** @description False, and only then present, when a price was missing: the total is provisional. */
            midsComplete?: boolean;
            /**
             * Format: date-time
             * @description The moment it was asked for.
             */
            asOf?: string;
            /**
             * Format: date-time
             * @description Only where the moment asked for had not come: the moment that the answer is of. What is posted later changes it.
             */
            interimAsOf?: string;
        };
        StreamedBalance: {
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description On its way in; not usable yet. */
            arriving: string;
            /** @description Available. */
            settled: string;
            /** @description Committed to leave; not gone yet. */
            departing: string;
            /** @description All three together. */
            total: string;
        };
        Isolation: {
            /** @description A boundary begins here. */
            isBoundaryRoot: boolean;
            /** @description It lies in a boundary of its own, not in the one of the realm. */
            isInsideBoundary: boolean;
            /** @description Where that boundary begins. */
            boundaryRootPath: string | null;
            /** @description The custody boundary. */
            boundaryId: string | null;
        };
        ObjectBoundary: {
            /** @description The custody boundary. */
            boundaryId: string;
            /**
             * @description `soft_frozen`: locked by its key holder. `hard_frozen`: withdrawn by them.
             * @enum {string}
             */
            status: "active" | "soft_frozen" | "hard_frozen";
            /** @description When its key holder locked it. */
            lockedAt: string | null;
            /** @description When its key holder withdrew. */
            frozenAt: string | null;
            /** @description The address of the recovery key. */
            recoveryActor: string | null;
            /** @description The transaction of the withdrawal. */
            recoveryTxHash: string | null;
            /** @description The object that holds what was withdrawn. */
            recoveryObjectPath: string | null;
        };
        Object: {
            /** @description The object. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Where it lies in the tree of the realm. */
            path: string;
            /** @description Set when it was deleted, so that its path is free again. */
            displayName: string | null;
            /**
             * @description What kind of object it is.
             * @enum {string}
             */
            type: "denominated" | "deposit" | "withdrawal" | "escrow" | "exchange";
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
            /**
             * @description `deleted` frees the path, `withdrawn` retires it for good.
             * @enum {string}
             */
            status: "active" | "deleting" | "deleted" | "withdrawn";
            /** @description When it was deleted. */
            deletedAt: string | null;
            /** @description When its value was withdrawn for good. */
            withdrawnAt: string | null;
            /** @description JSON text of the builder. */
            metadata: string | null;
            /** @description Its labels; null in lists that do not ask for them. */
            labels: {
                [key: string]: string;
            } | null;
            /** @description Which custody boundary it lies in. */
            isolation: components["schemas"]["Isolation"];
            /** @description Its custody boundary, when that is not active. */
            boundary?: components["schemas"]["ObjectBoundary"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        FeeBreakdown: {
            /** @description The venue. */
            exchange: string;
            /** @description The platform. */
            platform: string;
            /** @description The builder of the application. */
            builder: string;
        };
        ResultingPosition: {
            /**
             * @description The direction.
             * @enum {string}
             */
            side: "long" | "short";
            /** @description How much of the base asset. */
            size: string;
            /** @description The average price it was opened at. */
            entryPx: string;
            /** @description The leverage of its market. */
            leverage: number;
        };
        StreamedFill: {
            /** @description The fill. */
            fillId: string;
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description How much of the base asset. */
            size: string;
            /** @description The price it was filled at. */
            price: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description What it did to the position, such as `open_long` or `reduce_short`.
             * @enum {string}
             */
            direction: "open_long" | "open_short" | "increase_long" | "increase_short" | "reduce_long" | "reduce_short" | "close_long" | "close_short" | "flip_long_to_short" | "flip_short_to_long";
            /** @description The order; null when the service closed the position. */
            orderId: string | null;
            /** @description The operation that placed the order. */
            orderOperationId: string | null;
            /** @description The profit it realized. */
            realizedPnl: string;
            /** @description All fees of it. */
            fee: string;
            /** @description Who gets the fee. */
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            /** @description What it changed the cash by. */
            netBalanceChange: string;
            /** @description The position before, signed. */
            startPosition: string;
            /** @description The position after; null when it is closed. */
            resultingPosition: components["schemas"]["ResultingPosition"] | null;
            /** @description The order was resting. */
            isMaker: boolean;
            /** @description It was a liquidation. */
            isLiquidation: boolean;
        };
        Event: {
            /** @description The event. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The operation, by its id. */
            operationId: string | null;
            /** @description The path of its operation. */
            operationPath: string | null;
            /** @description The object it happened to. */
            objectPath: string | null;
            /** @description What happened, such as `deposit.completed`. */
            type: string;
            /** @description What it happened to, when that is no object. */
            path: string | null;
            /** @description The facts, as JSON text. */
            payload: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        Candle: {
            /** @description Opening time in milliseconds since the Unix epoch */
            t: number;
            /** @description Closing time in milliseconds since the Unix epoch. */
            T: number;
            /** @description Opening price. */
            o: string;
            /** @description Highest price. */
            h: string;
            /** @description Lowest price. */
            l: string;
            /** @description Closing price. */
            c: string;
            /** @description Traded, in units of the base asset. */
            v: string;
            /** @description Trades. */
            n: number;
            /** @description It changes no more. */
            closed: boolean;
        };
        Trade: {
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The price. */
            px: string;
            /** @description How much of the base asset. */
            sz: string;
            /** @description How many trades it stands for. */
            n: number;
            /**
             * Format: date-time
             * @description When.
             */
            time: string;
        };
        ChartPoint: {
            /** @description The name of the chart, which the client has chosen. */
            watchId: string;
            /**
             * @description `object`: the object `objectId`, under whatever path it has.
             * @enum {string}
             */
            kind: "path" | "object";
            /** @description A folder with a trailing slash, or a path without one. */
            target: string | null;
            /** @description The object, by its id. */
            objectId: string | null;
            /**
             * Format: date-time
             * @description When it was calculated.
             */
            ts: string;
            /** @description The value. */
            equityUsd: string;
            /**
             * @description `open`, or `incomplete` when a price is missing.
             * @enum {string}
             */
            status: "open" | "incomplete";
        };
        SignInRequest: {
            /** @description The ID token of the identity provider. */
            googleIdToken: string;
            /** @description The name of the organization; needed at the first sign-in. */
            orgName?: string | null;
        };
        Builder: {
            /** @description Its id. */
            id: string;
            /** @description Their address, as the identity provider says. */
            email: string;
            /** @description The name of the organization; needed at the first sign-in. */
            orgName: string;
            /** @description The organization, by its id. */
            orgId: string;
            /**
             * @description `owner` for whoever made the organization, and what an owner has given others
             * @enum {string}
             */
            role: "owner" | "developer" | "viewer";
        };
        RefreshSessionRequest: {
            /** @description From sign-in or the last refresh; works once. */
            refreshToken: string;
        };
        RevokeRefreshTokenRequest: {
            /** @description From sign-in or the last refresh; works once. */
            refreshToken: string;
        };
        JsonWebKeySet: {
            /** @description JSON Web Keys (RFC 7517). */
            keys: {
                [key: string]: unknown;
            }[];
        };
        Session: {
            /** @description The session. */
            id: string;
            /**
             * @description Of a program, or of a browser.
             * @enum {string}
             */
            kind: "api" | "browser";
            /** @description Where it was used last */
            address: string | null;
            /** @description What the browser or program called itself */
            userAgent: string | null;
            /** @description It is the one that asks. */
            current: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last signed in, refreshed or seen in a browser
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
        };
        Member: {
            /** @description The builder. */
            id: string;
            /** @description Their address, as the identity provider says. */
            email: string;
            /**
             * @description What they are in the organization.
             * @enum {string}
             */
            role: "owner" | "developer" | "viewer";
            /** @description It is the one who asks. */
            current: boolean;
            /**
             * Format: date-time
             * @description When they first signed in.
             */
            createdAt: string;
        };
        UpdateMemberRequest: {
            /**
             * @description What they are in the organization.
             * @enum {unknown}
             */
            role: "owner" | "developer" | "viewer";
        };
        CreateInvitationRequest: {
            /**
             * Format: email
             * @description The address that they sign in with.
             */
            email: string;
            /**
             * @description What they will be in the organization.
             * @enum {unknown}
             */
            role: "owner" | "developer" | "viewer";
        };
        Invitation: {
            /** @description The invitation. */
            id: string;
            /** @description The address that they sign in with. */
            email: string;
            /**
             * @description What they will be in the organization.
             * @enum {string}
             */
            role: "owner" | "developer" | "viewer";
            /**
             * @description Only a pending one can be accepted.
             * @enum {string}
             */
            status: "pending" | "accepted" | "revoked" | "expired";
            /** @description The owner who invited them. */
            invitedBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description When it was accepted. */
            acceptedAt: string | null;
            /** @description The builder who accepted it. */
            acceptedBy: string | null;
            /** @description When it was taken back, or replaced by another one. */
            revokedAt: string | null;
        };
        AcceptInvitationRequest: {
            /** @description An ID token of the identity provider, for the address that was invited. */
            googleIdToken: string;
            /** @description The secret of the invitation. */
            secret: string;
        };
        SubmitInvitationRequest: {
            /** @description From the page: proves that the form is its own. */
            formToken: string;
        };
        AuditEntry: {
            /** @description Its id. */
            id: string;
            /**
             * @description What was done.
             * @enum {string}
             */
            eventType: "sign_in" | "token_refreshed" | "session_ended" | "member_invited" | "invitation_revoked" | "member_joined" | "member_role_changed" | "member_left" | "token_minted" | "token_revoked" | "api_key_created" | "api_key_revoked" | "api_key_adopted" | "signing_key_registered" | "signing_key_revoked" | "permission_denied" | "step_up_approved" | "approval_requested" | "approval_given" | "approval_denied" | "approval_expired" | "approval_executed" | "realm_created" | "realm_deleted" | "realm_settings_changed" | "books_imported" | "recovery_key_requested" | "recovery_key_registered" | "time_lock_requested" | "arming_requested" | "key_accepted" | "key_cancel_requested" | "cosigner_change_proposed" | "inheritance_requested" | "rescue_proposed" | "halt_set" | "halt_lifted" | "webhook_created" | "webhook_changed" | "webhook_deleted" | "webhook_secret_rotated" | "webhook_disabled" | "schedule_created" | "schedule_paused" | "schedule_resumed" | "schedule_deleted" | "monitor_created" | "monitor_deleted" | "reconciliation_created" | "reconciliation_cancelled" | "reconciliation_deleted";
            /** @description Whether it succeeded; of a list: `true` or `false`. */
            success: boolean;
            /** @description The realm it was done in. */
            realmId: string | null;
            /**
             * @description What kind of caller did it.
             * @enum {string}
             */
            actorType: "builder" | "api_key" | "end_user" | "system";
            /** @description Who did it. */
            actorId: string;
            /**
             * @description What kind of credential it was done with.
             * @enum {string}
             */
            credential: "builder" | "api_key" | "scoped_token" | "refresh_token" | "system";
            /** @description The credential it was done with. */
            credentialId: string;
            /** @description More about it, in fields of its own kind. */
            details: {
                [key: string]: unknown;
            };
            /** @description The `X-Request-Id` of the answer */
            requestId: string | null;
            /** @description The address the request came from */
            address: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        CreateApiKeyRequest: {
            /** @description What people call it. */
            name: string;
            /**
             * Format: uuid
             * @description Locks the key to one realm.
             */
            realmId?: string | null;
            /**
             * @description A preset of actions; all of them when neither this nor `scope` is given.
             * @enum {unknown}
             */
            permissions?: "read" | "trade" | "full" | null;
            /** @description Exactly what it may do, and where. */
            scope?: {
                /** @description What is allowed and denied; a denial wins. */
                statements: {
                    /**
                     * @description `Allow` unless it says `Deny`.
                     * @enum {unknown}
                     */
                    effect?: "Allow" | "Deny" | null;
                    /** @description Actions, aliases, or patterns of them with `*`. */
                    actions: string[];
                    /** @description Paths, or patterns of them with `*`. */
                    resources: string[];
                    /** @description When the statement counts. */
                    conditions?: {
                        /** @description Patterns of the operation paths it counts for. */
                        operationPaths?: string[] | null;
                        /** @description The largest amount of a movement, in USD. Of an Allow alone. */
                        amountLte?: string | null;
                        /** @description The largest sum that the credential moves out of one object in the last seconds. Of an Allow alone. */
                        windowLte?: {
                            /** @description The largest sum, in USD. */
                            amount: string;
                            /** @description How long the window is. */
                            seconds: number;
                        } | null;
                        /** @description Where a movement may go: addresses of withdrawals, patterns of object paths of transfers. Of an Allow alone. */
                        destinationIn?: string[] | null;
                        /** @description A part of each day in UTC, over midnight when it ends before it begins. Of an Allow alone. */
                        hours?: {
                            /** @description When it begins, as HH:MM. */
                            from: string;
                            /** @description When it has ended, as HH:MM. */
                            to: string;
                        } | null;
                        /** @description How many builders of the organization have to approve a request before it is executed, without the one behind the credential. Of an Allow alone. */
                        approvals?: number | null;
                    } | null;
                }[];
            } | null;
        };
        ScopeWindow: {
            /** @description The largest sum, in USD. */
            amount: string;
            /** @description How long the window is. */
            seconds: number;
        };
        ScopeHours: {
            /** @description When it begins, as HH:MM. */
            from: string;
            /** @description When it has ended, as HH:MM. */
            to: string;
        };
        ScopeConditions: {
            /** @description Patterns of the operation paths it counts for. */
            operationPaths?: string[];
            /** @description The largest amount of a movement, in USD. Of an Allow alone. */
            amountLte?: string;
            /** @description The largest sum that the credential moves out of one object in the last seconds. Of an Allow alone. */
            windowLte?: components["schemas"]["ScopeWindow"];
            /** @description Where a movement may go: addresses of withdrawals, patterns of object paths of transfers. Of an Allow alone. */
            destinationIn?: string[];
            /** @description A part of each day in UTC, over midnight when it ends before it begins. Of an Allow alone. */
            hours?: components["schemas"]["ScopeHours"];
            /** @description How many builders of the organization have to approve a request before it is executed, without the one behind the credential. Of an Allow alone. */
            approvals?: number;
        };
        ScopeStatement: {
            /**
             * @description `Allow` unless it says `Deny`.
             * @enum {string}
             */
            effect: "Allow" | "Deny";
            /** @description Actions, aliases, or patterns of them with `*`. */
            actions: string[];
            /** @description Paths, or patterns of them with `*`. */
            resources: string[];
            /** @description When the statement counts. */
            conditions?: components["schemas"]["ScopeConditions"];
        };
        Scope: {
            /** @description What is allowed and denied; a denial wins. */
            statements: components["schemas"]["ScopeStatement"][];
        };
        ApiKey: {
            /** @description Its id. */
            id: string;
            /** @description The organization, by its id. */
            orgId: string;
            /** @description bld_…: the builder who made it, or behind the key that did */
            createdBy: string;
            /** @description key_…: the key that made it; it ends with that key unless it was adopted */
            createdByKeyId?: string;
            /** @description bld_…: the builder who took it over */
            adoptedBy?: string;
            /** @description What people call it. */
            name: string;
            /** @description The public part of the key */
            keyPrefix: string;
            /**
             * @description A revoked key is refused for good.
             * @enum {string}
             */
            status: "active" | "revoked";
            /**
             * Format: uuid
             * @description The one realm it works in, when it is locked to one
             */
            realmId?: string;
            /**
             * @description The preset it was made with.
             * @enum {string}
             */
            permissions?: "read" | "trade" | "full";
            /** @description What it may do, when it was made with a scope. */
            scope?: components["schemas"]["Scope"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description When it was revoked. */
            revokedAt: string | null;
        };
        MintScopedTokenRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Your name for the end user. */
            sub: string;
            /** @description Exactly what it may do, and where. */
            scope: {
                /** @description What is allowed and denied; a denial wins. */
                statements: {
                    /**
                     * @description `Allow` unless it says `Deny`.
                     * @enum {unknown}
                     */
                    effect?: "Allow" | "Deny" | null;
                    /** @description Actions, aliases, or patterns of them with `*`. */
                    actions: string[];
                    /** @description Paths, or patterns of them with `*`. */
                    resources: string[];
                    /** @description When the statement counts. */
                    conditions?: {
                        /** @description Patterns of the operation paths it counts for. */
                        operationPaths?: string[] | null;
                        /** @description The largest amount of a movement, in USD. Of an Allow alone. */
                        amountLte?: string | null;
                        /** @description The largest sum that the credential moves out of one object in the last seconds. Of an Allow alone. */
                        windowLte?: {
                            /** @description The largest sum, in USD. */
                            amount: string;
                            /** @description How long the window is. */
                            seconds: number;
                        } | null;
                        /** @description Where a movement may go: addresses of withdrawals, patterns of object paths of transfers. Of an Allow alone. */
                        destinationIn?: string[] | null;
                        /** @description A part of each day in UTC, over midnight when it ends before it begins. Of an Allow alone. */
                        hours?: {
                            /** @description When it begins, as HH:MM. */
                            from: string;
                            /** @description When it has ended, as HH:MM. */
                            to: string;
                        } | null;
                        /** @description How many builders of the organization have to approve a request before it is executed, without the one behind the credential. Of an Allow alone. */
                        approvals?: number | null;
                    } | null;
                }[];
            };
            /** @description How long it is valid. */
            expirationMinutes?: number | null;
        };
        ScopedToken: {
            /**
             * Format: uuid
             * @description The `jti` of the token
             */
            id: string;
            /** @description The end user it was minted for */
            sub: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Exactly what it may do, and where. */
            scope: components["schemas"]["Scope"];
            /** @description Id of the builder, API key or scoped token that minted it */
            mintedBy: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description When it was revoked. */
            revokedAt: string | null;
        };
        Action: {
            /** @description The action, as policies name it. */
            name: string;
            /** @description What it allows. */
            description: string;
            /** @description What the resource of the check is */
            resource: string;
        };
        CreateSigningKeyRequest: {
            /** @description What people call it. */
            name: string;
            /** @description Ed25519, 32 bytes in base64. */
            publicKey: string;
        };
        SigningKey: {
            /** @description Its id. */
            id: string;
            /** @description The organization, by its id. */
            orgId: string;
            /** @description bld_…: the builder behind its registration */
            builderId: string;
            /** @description What people call it. */
            name: string;
            /** @description First 16 hex characters of the SHA-256 of the public key */
            fingerprint: string;
            /** @description Base64, 32 bytes */
            publicKey: string;
            /**
             * @description Only an active key signs; another than the first one is pending for 72 hours.
             * @enum {string}
             */
            state: "pending" | "active" | "revoked";
            /** @description When it becomes active; null when it is or never will be. */
            activatesAt: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it was revoked. */
            revokedAt: string | null;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        SigningKeyEvent: {
            /** @description Its id. */
            id: string;
            /** @description The signing key, by its id. */
            keyId: string;
            /**
             * @description What happened.
             * @enum {string}
             */
            eventType: "registered" | "activated" | "cancelled" | "revoked";
            /** @description `builder:bld_…`, `api_key:key_…`, `system:activation` */
            actor: string;
            /** @description `eventHash` of the event before; empty for the first */
            prevHash: string;
            /** @description SHA-256 hex over the canonical JSON of all other fields */
            eventHash: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        StepUp: {
            /** @description The confirmation, by its id. */
            requestId: string;
            /**
             * @description `approved`: send the request again with `token`.
             * @enum {string}
             */
            status: "pending" | "approved" | "denied" | "expired" | "used";
            /** @description What is to be done. */
            action: string;
            /** @description What it is to be done to. */
            resources: string[];
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description Send the same request again with this as bearer; works once */
            token?: string;
        };
        DecideStepUpRequest: {
            /**
             * @description What the person chose.
             * @enum {unknown}
             */
            decision: "approve" | "deny";
            /** @description From the page: proves that the form is its own. */
            formToken: string;
        };
        CreateBrowserAccessTokenRequest: {
            /** @description The name of the organization; needed at the first sign-in. */
            orgName?: string | null;
        };
        CreateDevIdTokenRequest: {
            /**
             * Format: email
             * @description Whoever you want to be.
             */
            email: string;
            /** @description The name of that person. */
            name: string;
        };
        SubmitDevSignInPageRequest: {
            /** @description Whoever you want to be. */
            email?: string;
            /** @description The name of that person. */
            name?: string;
            /**
             * @description Go on as whoever this browser remembers.
             * @enum {unknown}
             */
            remembered?: "yes";
        };
        RedeemDevCodeRequest: {
            /**
             * @description As OAuth has it.
             * @enum {unknown}
             */
            grant_type: "authorization_code";
            /** @description The code of the sign-in page. */
            code: string;
            /** @description Where the browser goes afterwards. */
            redirect_uri: string;
            /** @description As OAuth has it. */
            client_id: string;
            /** @description PKCE: the verifier. */
            code_verifier: string;
        };
        OAuthError: {
            /**
             * @description For programs.
             * @enum {string}
             */
            error: "invalid_grant";
            /** @description For people. */
            error_description: string;
        };
        CreateRealmRequest: {
            /** @description What people call it. */
            name: string;
            /**
             * @description `paper`: simulated money. `live`: real value on a chain.
             * @enum {unknown}
             */
            asset?: "paper" | "live" | null;
            /**
             * @description `temporary` realms are deleted without a confirmation.
             * @enum {unknown}
             */
            lifecycle?: "permanent" | "temporary" | null;
            /**
             * @description `chain`: value is held in contracts. `ledger-only`: it is not.
             * @enum {unknown}
             */
            backing?: "chain" | "ledger-only" | null;
            /**
             * @description The old name of `asset`: `development` is `paper`, `production` is `live`.
             * @enum {unknown}
             */
            type?: "development" | "production" | null;
            /** @description What it is for. */
            description?: string | null;
        };
        Branding: {
            /** @description The name payers see. */
            displayName?: string;
            /** @description The colour of buttons, `#rrggbb`. */
            accentColor?: string;
            /** @description An https address of a picture. */
            logoUrl?: string;
            /** @description Payers see no countdown. */
            hideExpiryTimer?: boolean;
            /** @description A banner on top of the page. */
            environmentBannerText?: string;
        };
        RealmSettings: {
            /** @description The fee of the builder on orders, in tenths of a basis point. */
            defaultApplicationFeeTenthsBps: number | null;
            /** @description How payment pages look. */
            branding: components["schemas"]["Branding"] | null;
            /** @description Prefixes of operation paths where only unscoped credentials of the organization book. */
            reservedOperationPaths: string[] | null;
        };
        Realm: {
            /**
             * Format: uuid
             * @description The realm.
             */
            id: string;
            /** @description The builder who made it. */
            builderId: string;
            /** @description What people call it. */
            name: string;
            /** @description Its name for addresses, unique in the organization. */
            slug: string;
            /**
             * @description The old name of `asset`: `development` is `paper`, `production` is `live`.
             * @enum {string}
             */
            type: "development" | "production";
            /**
             * @description `paper`: simulated money. `live`: real value on a chain.
             * @enum {string}
             */
            asset: "paper" | "live";
            /**
             * @description `temporary` realms are deleted without a confirmation.
             * @enum {string}
             */
            lifecycle: "permanent" | "temporary";
            /**
             * @description `chain`: value is held in contracts. `ledger-only`: it is not.
             * @enum {string}
             */
            backing: "chain" | "ledger-only";
            /** @description What it is for. */
            description?: string;
            /** @description What its builder chose. */
            settings: components["schemas"]["RealmSettings"];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        DeleteObjectRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The object, by its id; or `path`. */
            objectId?: string | null;
            /** @description The object, by its path; or `objectId`. */
            path?: string | null;
            /** @description Where the rest of its value goes. */
            sweepToPath?: string | null;
            /** @description Close open positions at market first. */
            liquidatePositions?: boolean | null;
        };
        DeletionReadiness: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The path of the object. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description It could be deleted now. */
            ready: boolean;
            /** @description What would be swept. */
            settledBalance: string;
            /** @description Positions that would be closed. */
            openPositionCount: number;
            /** @description Movements out that have not ended. */
            heldOutboundCount: number;
            /** @description Movements in that have not ended. */
            heldInboundCount: number;
            /** @description Name `sweepToPath`. */
            requiresSweep: boolean;
            /** @description Send `liquidatePositions`. */
            requiresLiquidation: boolean;
            /** @description What deleting it moves, in USD. */
            valueAtRisk: string;
            /** @description Value leaves its boundary only with a co-signature. */
            cosignArmed: boolean;
            /**
             * @description `step_up`: a person confirms. `drain_first`: withdraw with a co-signature first.
             * @enum {string}
             */
            authorization: "none" | "drain_first" | "step_up";
            /** @description What stands in the way. */
            reasons: string[];
        };
        UpdateRealmSettingsRequest: {
            /** @description The fee of the builder on orders, in tenths of a basis point. */
            defaultApplicationFeeTenthsBps?: number | null;
            /** @description How payment pages look. */
            branding?: {
                /** @description The name payers see. */
                displayName?: string | null;
                /** @description The colour of buttons, `#rrggbb`. */
                accentColor?: string | null;
                /** @description An https address of a picture. */
                logoUrl?: string | null;
                /** @description Payers see no countdown. */
                hideExpiryTimer?: boolean | null;
                /** @description A banner on top of the page. */
                environmentBannerText?: string | null;
            } | null;
            /** @description Prefixes of operation paths where only unscoped credentials of the organization book. */
            reservedOperationPaths?: string[] | null;
        };
        FolderEntry: {
            /** @description The child path. */
            path: string;
            /**
             * @description Whether a custody boundary begins there.
             * @enum {string}
             */
            kind: "isolation_zone" | "folder";
            /** @description Objects lie below. */
            hasObjects: boolean;
            /** @description Nothing lies below. */
            isEmpty: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description The labels of the folder, when it has some. */
            labels?: {
                [key: string]: string;
            };
            /** @description Which custody boundary it lies in. */
            isolation: components["schemas"]["Isolation"];
        };
        CreateIsolationZoneRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Where the boundary begins. */
            path: string;
        };
        IsolationZone: {
            /** @description Its id. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Where the boundary begins. */
            path: string;
            /** @description The custody boundary. */
            boundaryId: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description Which custody boundary it lies in. */
            isolation: components["schemas"]["Isolation"];
        };
        UpdateObjectLabelsRequest: {
            /** @description Labels to set; null removes one, what is not named is kept. */
            labels: {
                [key: string]: string | null;
            };
        };
        FolderLabels: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the folder. */
            path: string;
            /** @description All its labels. */
            labels: {
                [key: string]: string;
            };
            /** @description When it was made. */
            createdAt: string | null;
            /** @description When it last changed. */
            updatedAt: string | null;
        };
        SetFolderLabelsRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the folder. */
            path: string;
            /** @description All its labels. */
            labels: {
                [key: string]: string;
            };
        };
        CreateObjectRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Where the object is to lie. */
            path: string;
            /**
             * @description What kind of object it is.
             * @enum {unknown}
             */
            type?: "denominated" | "deposit" | "withdrawal" | "escrow" | "exchange" | null;
            /** @description JSON text of your own. */
            metadata?: string | null;
            /** @description The path of its create operation; made from `path` without one. */
            operationPath?: string | null;
        };
        Delta: {
            /** @description The change. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The event it was committed with. */
            eventId: string | null;
            /** @description The operation, by its id. */
            operationId: string | null;
            /** @description The object that changed. */
            objectPath: string;
            /**
             * @description What changed.
             * @enum {string}
             */
            deltaType: "balance_change" | "hold_change" | "status_change" | "position_change" | "labels_change" | "limits_change" | "creation" | "deletion" | "adjustment";
            /** @description Before; null where there was nothing. */
            beforeValue: string | null;
            /** @description After; null where nothing is left. */
            afterValue: string | null;
            /** @description By how much the balance changed; null for what is no change of a balance. */
            amount: string | null;
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
            /** @description It is a change of an object of the service itself. */
            internal: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        ObjectBalance: {
            /** @description Its id. */
            id: string;
            /** @description The same as `total`. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description On its way in; not usable yet. */
            arriving: string;
            /** @description Available. */
            settled: string;
            /** @description Committed to leave; not gone yet. */
            departing: string;
            /** @description All three together. */
            total: string;
        };
        Balance: {
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description On its way in; not usable yet. */
            arriving: string;
            /** @description Available. */
            settled: string;
            /** @description Committed to leave; not gone yet. */
            departing: string;
            /** @description All three together. */
            total: string;
            /** @description The sequence of the newest entry that has changed it; for `ifSourceVersion` of a movement. */
            version: number;
        };
        CreateTransferRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description Where the value comes from. */
            sourceObjectPath: string;
            /** @description Where the value goes. */
            targetObjectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description Another fee than the usual one; `0` for none. In paper realms only. */
            feeOverride?: string | null;
            /** @description Only if the source has at least so much settled, as its balances show it. */
            ifSourceBalanceAtLeast?: string | null;
            /** @description Only if the target has at most so much settled. */
            ifTargetBalanceAtMost?: string | null;
            /** @description Only if the balance of the source has this `version`. */
            ifSourceVersion?: number | null;
            /** @description Check only, move nothing. */
            dryRun?: boolean | null;
        };
        Money: {
            /** @description A decimal string. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
        };
        FundAccountRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description The path of the operation. Without one the service makes one, and a request that is sent twice happens twice. */
            path?: string | null;
        };
        ReserveNonceRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What the number is put after. */
            prefix: string;
            /** @description What stands between prefix and number; `-` without one. */
            separator?: string | null;
        };
        CreateBulkTransferRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * @description `atomic`: all or none. `independent`: each for itself.
             * @enum {unknown}
             */
            mode: "atomic" | "independent";
            /** @description Not for bulks; true is refused. */
            dryRun?: false | null;
            /** @description The transfers, in order; each with an operation path of its own. */
            transfers: {
                /** @description The path of the operation: it happens once, however often the request is sent. */
                path: string;
                /** @description Where the value comes from. */
                sourceObjectPath: string;
                /** @description Where the value goes. */
                targetObjectPath: string;
                /** @description USD as a decimal string, at most six decimals. */
                amount: string;
                /** @description Another fee than the usual one; `0` for none. In paper realms only. */
                feeOverride?: string | null;
                /** @description Only if the source has at least so much settled, as its balances show it. */
                ifSourceBalanceAtLeast?: string | null;
                /** @description Only if the target has at most so much settled. */
                ifTargetBalanceAtMost?: string | null;
                /** @description Only if the balance of the source has this `version`. */
                ifSourceVersion?: number | null;
                /** @description Not for bulks; true is refused. */
                dryRun?: false | null;
            }[];
        };
        BulkRefusal: {
            /** @description For programs. */
            code: string;
            /** @description For people. */
            message: string;
            /** @description More about it, in fields of its own kind. */
            details?: {
                [key: string]: unknown;
            };
        };
        BulkResult: {
            /** @description The operation path that was sent. */
            path: string;
            /**
             * @description `replayed`: it was done before.
             * @enum {string}
             */
            status: "completed" | "pending" | "failed" | "replayed";
            /** @description The operation, unless it was refused. */
            operation?: components["schemas"]["Operation"];
            /** @description What it cost: a part of its amount. */
            fee?: components["schemas"]["Money"];
            /** @description Why it was refused. */
            error?: components["schemas"]["BulkRefusal"];
        };
        DefundAccountRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description The address on the chain that is paid. A live realm needs one. */
            destinationAddress?: string | null;
            /** @description The path of the operation. Without one the service makes one, and a request that is sent twice happens twice. */
            path?: string | null;
        };
        ReverseOperationRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description How much of what arrived goes back; all that is left without it. The moves of a posting share it in proportion to what is left of each, to the unit, and those that have lost the largest fraction get what rounding leaves. */
            amount?: string | null;
            /** @description Whether the fee comes back too, in proportion. Collected fees pay it, and it needs svc:TransferFrom on them. */
            refundFee?: boolean | null;
            /** @description Why, for whoever reads the operation. */
            reason?: string | null;
        };
        WithdrawFeesRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The custody boundary whose fees are paid out; the default one of the realm without it. */
            boundaryId?: string | null;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description The address on the chain that is paid. */
            destinationAddress?: string | null;
            /** @description The path of the operation. */
            path: string;
        };
        ObjectLimits: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The most that one movement takes out of the object. */
            maxPerMovement: string | null;
            /** @description The most that is moved out of it in a UTC day of commit time: transfers, holds, withdrawals, postings and reversals, also those that fail later. */
            maxPerDay: string | null;
            /** @description The most that a movement may let it hold, with what is on its way. Money from outside is credited nevertheless. */
            maxBalance: string | null;
            /** @description What movements leave available. */
            minBalance: string | null;
            /** @description What counts towards `maxPerDay` today. */
            movedToday: string;
        };
        SetObjectLimitsRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The most that one movement takes out of the object. */
            maxPerMovement?: string | null;
            /** @description The most that is moved out of it in a UTC day of commit time: transfers, holds, withdrawals, postings and reversals, also those that fail later. */
            maxPerDay?: string | null;
            /** @description The most that a movement may let it hold, with what is on its way. Money from outside is credited nevertheless. */
            maxBalance?: string | null;
            /** @description What movements leave available. */
            minBalance?: string | null;
        };
        CreatePostingRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The moves, each from one object to another; or `sources`, `targets` and `amount`. */
            moves?: {
                /** @description Where the value comes from. */
                sourceObjectPath: string;
                /** @description Where the value goes. */
                targetObjectPath: string;
                /** @description How much. */
                amount: string;
            }[] | null;
            /** @description Where the amount comes from, in order: `amount`, `share`, or up to `max`, to what the object has and to what its limits let it give. One that can give no more than the fee of a move is passed over. */
            sources?: {
                /** @description The object. */
                objectPath: string;
                /** @description How much. */
                amount?: string | null;
                /** @description A fraction of the amount (`1/3`) or a percentage (`12.5%`), rounded down to the unit. What that leaves goes to the `remainder`, or one unit each to those that have lost most. */
                share?: string | null;
                /** @description The most that is taken from the source. */
                max?: string | null;
            }[] | null;
            /** @description Where the amount goes: `amount`, `share`, or the `remainder`. */
            targets?: {
                /** @description The object. */
                objectPath: string;
                /** @description How much. */
                amount?: string | null;
                /** @description A fraction of the amount (`1/3`) or a percentage (`12.5%`), rounded down to the unit. What that leaves goes to the `remainder`, or one unit each to those that have lost most. */
                share?: string | null;
                /** @description It gets what the others leave. */
                remainder?: true | null;
            }[] | null;
            /** @description How much. */
            amount?: string | null;
            /** @description Another fee of each move than the usual one; in paper realms only. */
            feeOverride?: string | null;
            /** @description Only if the source has at least so much settled, as its balances show it. */
            ifSourceBalanceAtLeast?: string | null;
            /** @description Only if the target has at most so much settled. */
            ifTargetBalanceAtMost?: string | null;
            /** @description Only if the balance of the source has this `version`. */
            ifSourceVersion?: number | null;
        };
        CreateHoldRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description Where the value comes from. */
            sourceObjectPath: string;
            /** @description Whom the amount is reserved for; shown there as arriving. */
            targetObjectPath?: string | null;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description After how many seconds it ends by itself; without it, it lasts until it is captured or released. */
            expiresInSeconds?: number | null;
            /** @description Texts of your own. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description Only if the source has at least so much settled, as its balances show it. */
            ifSourceBalanceAtLeast?: string | null;
            /** @description Only if the target has at most so much settled. */
            ifTargetBalanceAtMost?: string | null;
            /** @description Only if the balance of the source has this `version`. */
            ifSourceVersion?: number | null;
        };
        Hold: {
            /** @description The operation that reserved the amount; it is pending while the hold is open. */
            operationId: string;
            /** @description The path of that operation. */
            path: string;
            /**
             * @description `open`: takes captures. `captured`: nothing is left. `released`: all of it was given back. `expired`: its time is over.
             * @enum {string}
             */
            status: "open" | "captured" | "released" | "expired";
            /** @description The object that the amount is reserved on. */
            sourceObjectPath: string;
            /** @description Whom it is reserved for; null while that is not known. */
            targetObjectPath: string | null;
            /** @description What was reserved. */
            amount: string;
            /** @description What was taken off it by captures, fees included. */
            capturedAmount: string;
            /** @description What can still be captured. */
            remainingAmount: string;
            /**
             * @description What the amount is counted in: `USD`.
             * @constant
             */
            denomination: "USD";
            /** @description When it ends by itself; null: never. */
            expiresAt: string | null;
            /** @description Texts of its builder. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The operations that captured a part of it, oldest first. */
            captures: string[];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        CaptureHoldRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description How much, fee included; all that is left without it. */
            amount?: string | null;
            /** @description Where the amount goes; the target of the hold without it. */
            targetObjectPath?: string | null;
            /** @description Whether the rest is released. */
            final?: boolean | null;
        };
        ReleaseHoldRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description With the same one, the same release is answered again. */
            path?: string | null;
        };
        ExtendHoldRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description How many seconds from now it lasts: longer than before. */
            expiresInSeconds: number;
        };
        ToldTwap: {
            /** @description The TWAP, by the id of its operation. */
            twapId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description In units of the base asset. */
            totalSize: string;
            /** @description Over how long it is sent. */
            durationMinutes: number;
            /** @description Between two slices. */
            intervalSeconds?: number;
            /** @description It never opens or grows a position. */
            reduceOnly?: boolean;
            /** @description How far a slice may be filled from the mid price. */
            slippageBps?: number;
            /** @description Slices differ in size. */
            randomize?: boolean;
            /** @description Set for the market before the order. */
            leverage?: number;
            /** @description With margin of its own. */
            isolated?: boolean;
            /** @description The fee of the builder, in tenths of a basis point. */
            applicationFeeTenthsBps?: number;
        };
        TwapContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "twap";
            /** @description The TWAP. */
            twap: components["schemas"]["ToldTwap"];
        };
        ForcedClose: {
            /** @description Whose position it was; null for all that share the margin of the account. */
            market: string | null;
            /**
             * @description `market`: sold on the market. `backstop`: taken over. `settlement`: the market ended.
             * @enum {string}
             */
            method: "market" | "backstop" | "settlement";
            /** @description The equity when it began. */
            accountValue: string;
            /** @description The maintenance margin when it began. */
            maintenance: string;
        };
        VenueCloseContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "venue_close";
            /** @description The forced close. */
            venue_close: components["schemas"]["ForcedClose"];
        };
        ToldFunding: {
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description Which hour, counted since 1970. */
            hour: number;
            /** @description The rate of the hour. */
            rate: string;
            /** @description The price of the asset elsewhere. */
            oraclePx: string;
            /** @description The position, signed. */
            size: string;
            /** @description Negative was paid. */
            amount: string;
        };
        FundingContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "funding";
            /** @description The funding payment. */
            funding: components["schemas"]["ToldFunding"];
        };
        ToldFill: {
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description How much of the base asset. */
            size: string;
            /** @description The price it was filled at. */
            price: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description What it did to the position, such as `open_long` or `reduce_short`.
             * @enum {string}
             */
            direction: "open_long" | "open_short" | "increase_long" | "increase_short" | "reduce_long" | "reduce_short" | "close_long" | "close_short" | "flip_long_to_short" | "flip_short_to_long";
            /** @description The order; null when the service closed the position. */
            orderId: string | null;
            /** @description The operation that placed the order. */
            orderOperationId: string | null;
            /** @description The profit it realized. */
            realizedPnl: string;
            /** @description All fees of it. */
            fee: string;
            /** @description Who gets the fee. */
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            /** @description What it changed the cash by. */
            netBalanceChange: string;
            /** @description The position before, signed. */
            startPosition: string;
            /** @description The position after; null when it is closed. */
            resultingPosition: components["schemas"]["ResultingPosition"] | null;
            /** @description The order was resting. */
            isMaker: boolean;
            /** @description It was a liquidation. */
            isLiquidation: boolean;
        };
        FillContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "fill";
            /** @description The fill. */
            fill: components["schemas"]["ToldFill"];
        };
        ToldOrder: {
            /** @description The order. */
            id: string;
            /** @description The operation that placed it. */
            operationId: string;
            /** @description The object, by its id. */
            objectId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /**
             * @description `MARKET` takes what is there; `LIMIT` waits at its price.
             * @enum {string}
             */
            orderType: "MARKET" | "LIMIT";
            /** @description The limit price. */
            price: string | null;
            /** @description In units of the base asset; needed unless `sizeToMax`. */
            size: string;
            /** @description How much of it is filled. */
            filledSize: string;
            /** @description The average price of its fills. */
            avgFillPrice: string | null;
            /**
             * @description How the order stands.
             * @enum {string}
             */
            status: "PENDING" | "OPEN" | "PARTIALLY_FILLED" | "FILLED" | "CANCELLED" | "FAILED" | "WAITING_FOR_TRIGGER" | "TRIGGERED";
            /** @description Why it was cancelled. */
            cancelReason: ("user_requested" | "sibling_filled" | "position_closed" | "position_flipped" | "reduce_only" | "insufficient_margin" | "self_trade" | "liquidated" | "market_delisted" | "replaced" | "ioc_remainder" | "no_liquidity" | "object_deleting") | null;
            /** @description Why it failed. */
            failureReason: ("unknown_market" | "invalid_decimal" | "invalid_tick" | "invalid_size" | "size_required" | "price_required" | "trigger_fields_required" | "size_to_max_needs_trigger" | "invalid_time_in_force" | "invalid_leverage" | "isolated_required" | "margin_mode_not_offered" | "invalid_tolerance" | "fee_too_high" | "invalid_amount" | "bad_batch_grouping" | "isolated_margin_zero" | "not_isolated" | "removal_not_allowed" | "twap_invalid" | "twap_not_offered" | "account_differs" | "object_not_found" | "position_not_found" | "order_not_found" | "twap_not_found" | "order_not_live" | "account_not_empty" | "id_in_use" | "no_market_data" | "market_delisted" | "no_liquidity" | "ioc_no_match" | "post_only_would_cross" | "below_min_notional" | "above_max_notional" | "insufficient_margin" | "max_below_tolerance" | "reduce_only_would_increase" | "bad_trigger_price" | "tier_limit" | "price_too_far" | "too_many_open_orders" | "margin_mode_conflict" | "leverage_decrease_margin" | "isolated_margin_insufficient" | "withdraw_exceeds_available" | "upstream_error" | "expired" | "never_arrived" | "simulated_fault") | null;
            /** @description It never opens or grows a position. */
            reduceOnly: boolean;
            /**
             * @description `GTC` rests, `IOC` is filled at once or ends, `ALO` rests or is refused.
             * @enum {string}
             */
            timeInForce: "GTC" | "IOC" | "ALO";
            /** @description The leverage of its market when it was placed. */
            leverage: number;
            /** @description It waits until the mark price reaches `triggerPx`. */
            isTrigger: boolean;
            /** @description The mark price that starts it. */
            triggerPx: string | null;
            /** @description Once started it takes what is there; false: it waits at `price`. */
            isMarket: boolean;
            /** @description `tp` takes a profit, `sl` stops a loss. */
            tpsl: ("tp" | "sl") | null;
            /** @description It closes the whole position of the moment; `size` is ignored. */
            sizeToMax: boolean;
            /** @description Orders of one group cancel each other. */
            ocoGroupId: string | null;
            /** @description The fee of the builder, in tenths of a basis point. */
            applicationFeeTenthsBps: number;
        };
        ToldIsolatedMargin: {
            /** @description The margin of the position. */
            isolatedMargin: string;
            /** @description Where it is liquidated; null when there is no such price. */
            liquidationPrice: string | null;
        };
        ToldSetting: {
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The leverage of the market. */
            leverage?: number;
            /** @description The leverage before. */
            previousLeverage?: number;
            /**
             * @description Whether positions share the margin of the account.
             * @enum {string}
             */
            marginMode?: "cross" | "isolated";
            /** @description What was added to the margin of the position; negative was taken out. */
            amount?: string;
            /** @description The position, once its margin was moved. */
            isolated?: components["schemas"]["ToldIsolatedMargin"];
        };
        ToldRemainder: {
            /**
             * @description `liquidation_penalty`: taken. `bad_debt`: covered by the service.
             * @enum {string}
             */
            reason: "liquidation_penalty" | "bad_debt";
            /** @description What the account got; negative was taken. */
            amount: string;
        };
        AdjustmentContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "adjustment";
            /** @description What was adjusted: an order, how a market is traded, or what a liquidation left. */
            adjustment: components["schemas"]["ToldOrder"] | components["schemas"]["ToldSetting"] | components["schemas"]["ToldRemainder"];
        };
        ToldOrders: {
            /** @description The orders that it changed, at most 200 of them. */
            orders: {
                /** @description The order, by its id. */
                orderId: string;
                /**
                 * @description How it stands.
                 * @enum {string}
                 */
                status: "PENDING" | "OPEN" | "PARTIALLY_FILLED" | "FILLED" | "CANCELLED" | "FAILED" | "WAITING_FOR_TRIGGER" | "TRIGGERED";
            }[];
            /** @description How many orders it changed. */
            count: number;
        };
        StoppedTwap: {
            /** @description The TWAP, by the id of its operation. */
            twapId: string;
        };
        CancelContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "cancel";
            /** @description What was cancelled: an order, several, or a TWAP. */
            cancel: components["schemas"]["ToldOrder"] | components["schemas"]["ToldOrders"] | components["schemas"]["StoppedTwap"];
        };
        OrderContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "order";
            /** @description The order. */
            order: components["schemas"]["ToldOrder"] | components["schemas"]["ToldOrders"];
        };
        DeletionTerms: {
            /** @description The path of the object. */
            objectPath: string | null;
            /** @description Where its value went; null when it held none. */
            sweepToPath: string | null;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string | null;
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
        };
        DeleteContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "delete";
            /** @description What the delete was about. */
            delete: components["schemas"]["DeletionTerms"];
        };
        WithdrawalTerms: {
            /** @description USD as a decimal string, at most six decimals. */
            amount: string | null;
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
            /** @description Where the value comes from. */
            sourceObjectPath: string | null;
            /** @description Where the value goes. */
            targetObjectPath: string | null;
            /** @description The address on the chain that is paid. */
            destinationAddress: string | null;
        };
        WithdrawalContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "withdrawal";
            /** @description What the withdrawal was about. */
            withdrawal: components["schemas"]["WithdrawalTerms"];
        };
        MovementContext: {
            /** @description USD as a decimal string, at most six decimals. */
            amount: string | null;
            /** @description What the amount is counted in: `USD`. */
            denomination: string | null;
            /** @description Where the value comes from. */
            sourceObjectPath: string | null;
            /** @description Where the value goes. */
            targetObjectPath: string | null;
        };
        DepositContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "deposit";
            /** @description What the deposit was about. */
            deposit: components["schemas"]["MovementContext"];
        };
        PostingContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "posting";
            /** @description What the posting was about. */
            posting: components["schemas"]["MovementContext"];
        };
        ReversalContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "reversal";
            /** @description What the reversal was about. */
            reversal: components["schemas"]["MovementContext"];
        };
        CaptureContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "capture";
            /** @description What the capture was about. */
            capture: components["schemas"]["MovementContext"];
        };
        HoldContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "hold";
            /** @description The hold. */
            hold: components["schemas"]["MovementContext"];
        };
        TransferContext: {
            /**
             * @description The type of the operation.
             * @enum {string}
             */
            type: "transfer";
            /** @description What the transfer was about. */
            transfer: components["schemas"]["MovementContext"];
        };
        EvidenceEntry: {
            /** @description The journal entry. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The operation that it belongs to. */
            operationId: string | null;
            /**
             * @description The type of its operation.
             * @enum {string}
             */
            opType: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /** @description Who or what caused it. */
            authority: string;
            /**
             * @description Whether it is posted.
             * @enum {string}
             */
            status: "pending" | "committed" | "released";
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was committed.
             */
            committedAt: string;
        };
        EvidenceLeg: {
            /** @description The entry that it is a part of. */
            entryId: string;
            /** @description The leg. */
            id: string;
            /** @description The account that it is booked on. */
            accountId: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description Signed: negative leaves the account. */
            amount: string;
            /**
             * @description What it is for.
             * @enum {string}
             */
            kind: "transfer" | "deposit" | "withdrawal" | "sweep" | "fee" | "trade" | "fee_exchange" | "fee_platform" | "fee_builder" | "funding" | "liquidation_penalty" | "bad_debt" | "settlement" | "fee_distribution";
        };
        EvidenceProof: {
            /** @description The entry that rests on it. */
            entryId: string;
            /** @description The proof. */
            id: string;
            /** @description What kind of fact it is. */
            proofType: string;
            /** @description The fact, such as `chain:transaction:log`; each credits once. */
            externalRef: string;
        };
        EvidenceChainTransaction: {
            /** @description The transaction as the service knows it; its attempts share it. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The operation that it carries. */
            operationId: string;
            /** @description Its hash. */
            txHash: string;
            /** @description The chain, as CAIP-2 names it. */
            chain: string;
            /**
             * @description Into custody, within it, or out of it.
             * @enum {string}
             */
            direction: "inbound" | "internal" | "outbound";
            /**
             * @description How it stands. Of the attempts with one nonce at most one is confirmed.
             * @enum {string}
             */
            status: "pending" | "confirmed" | "failed" | "replaced";
            /** @description Blocks since; zero before it is confirmed. */
            confirmations: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        EvidenceJournal: {
            /** @description The entries of the journal, oldest first. */
            entries: components["schemas"]["EvidenceEntry"][];
            /** @description What the entries moved. Those of an entry sum to zero for each denomination. */
            legs: components["schemas"]["EvidenceLeg"][];
            /** @description The facts from outside that entries rest on. */
            proofs: components["schemas"]["EvidenceProof"][];
            /** @description The transactions of the chain that carried it, replaced ones included. */
            chainTransactions: components["schemas"]["EvidenceChainTransaction"][];
        };
        EvidenceSignature: {
            /** @description The operation whose request was signed. */
            operationId: string;
            /** @description The signing key. */
            keyId: string;
            /** @description Of its public key. */
            fingerprint: string;
            /** @description The Ed25519 key that verifies the signature, in Base64. */
            publicKey: string;
            /** @description The signature; null before it can no longer be used. */
            signature: string | null;
            /** @description The text that was signed; null before the signature can no longer be used. */
            signingInput: string | null;
            /** @description The method of the request. */
            method: string | null;
            /** @description The pattern of its address. */
            route: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description From then on signature and text are shown.
             */
            shownFrom: string;
            /** @description Why they are not shown yet. */
            note: string | null;
        };
        EvidenceProofUniqueness: {
            /** @description Whether it is enforced. */
            enforced: boolean;
            /** @description By what. */
            mechanism: string;
        };
        EvidenceCheck: {
            /** @description The name of the check. */
            key: string;
            /** @description Its name for people. */
            label: string;
            /** @description What holds. */
            description: string;
        };
        EvidenceSequence: {
            /** @description Whether there is one. */
            present: boolean;
            /** @description What the evidence is instead. */
            note: string;
        };
        EvidenceIntegrity: {
            /** @description Entries and legs are never changed. */
            appendOnlyHistory: boolean;
            /** @description That one fact credits once. */
            proofUniqueness: components["schemas"]["EvidenceProofUniqueness"];
            /** @description What is checked with each write. */
            runtimeChecks: components["schemas"]["EvidenceCheck"][];
            /** @description Whether this is a chain of hashes. */
            cryptographicSequence: components["schemas"]["EvidenceSequence"];
        };
        EvidenceApproval: {
            /** @description The operation that was approved. */
            operationId: string;
            /** @description The approval. */
            approvalId: string;
            /** @description Who approved. */
            builderId: string;
            /**
             * Format: date-time
             * @description When.
             */
            approvedAt: string;
        };
        Evidence: {
            /**
             * @description The form of the evidence.
             * @enum {string}
             */
            version: "audit-evidence.v1";
            /** @description What the books say. */
            journal: components["schemas"]["EvidenceJournal"];
            /** @description What callers have signed. */
            signatures: components["schemas"]["EvidenceSignature"][];
            /** @description What the service promises of all history. */
            integrity: components["schemas"]["EvidenceIntegrity"];
            /** @description Who approved the request, where its policy asked for that. */
            approvals: components["schemas"]["EvidenceApproval"][];
        };
        OperationEvidence: {
            /** @description The operation. */
            operation: components["schemas"]["Operation"];
            /** @description What it was about; null where there is nothing to tell. */
            context: (components["schemas"]["TwapContext"] | components["schemas"]["VenueCloseContext"] | components["schemas"]["FundingContext"] | components["schemas"]["FillContext"] | components["schemas"]["AdjustmentContext"] | components["schemas"]["CancelContext"] | components["schemas"]["OrderContext"] | components["schemas"]["DeleteContext"] | components["schemas"]["WithdrawalContext"] | components["schemas"]["DepositContext"] | components["schemas"]["PostingContext"] | components["schemas"]["ReversalContext"] | components["schemas"]["CaptureContext"] | components["schemas"]["HoldContext"] | components["schemas"]["TransferContext"]) | null;
            /** @description The events it emitted. */
            events: components["schemas"]["Event"][];
            /** @description The changes committed with it. */
            deltas: components["schemas"]["Delta"][];
            /** @description Journal, proofs and chain transactions (`audit-evidence.v1`). */
            evidence: components["schemas"]["Evidence"];
        };
        ChainLeg: {
            /** @description The account that the leg is booked on. */
            accountId: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /**
             * @description What the leg is for.
             * @enum {string}
             */
            kind: "transfer" | "deposit" | "withdrawal" | "sweep" | "fee" | "trade" | "fee_exchange" | "fee_platform" | "fee_builder" | "funding" | "liquidation_penalty" | "bad_debt" | "settlement" | "fee_distribution";
            /** @description Signed: negative leaves the account. All legs of an entry sum to zero. */
            amount: string;
            /** @description The balance of the account with this leg. */
            balanceAfter: string;
        };
        ChainEntry: {
            /** @description Its number in the journal of the realm, without gaps. */
            seq: number;
            /** @description The journal entry. */
            id: string;
            /** @description The operation, by its id. */
            operationId: string | null;
            /**
             * @description The type of its operation.
             * @enum {string}
             */
            opType: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /** @description Who or what caused it. */
            authority: string;
            /**
             * @description Whether it is posted.
             * @enum {string}
             */
            status: "pending" | "committed" | "released";
            /** @description What it moved. */
            legs: components["schemas"]["ChainLeg"][];
        };
        ChainGroup: {
            /** @description The number of its first entry. */
            seqFrom: number;
            /** @description The number of its last entry. */
            seqTo: number;
            /** @description How many entries it holds. */
            entryCount: number;
            /**
             * Format: date-time
             * @description When it was sealed.
             */
            committedAt: string;
            /** @description The hash of the group before. */
            prevHash: string;
            /** @description SHA-256 over the group and the hash before it. */
            hash: string;
            /** @description The entries; null where the caller may not read them. */
            entries: components["schemas"]["ChainEntry"][] | null;
        };
        ChainProof: {
            /**
             * @description `complete` when the page proves every entry of its range, `partial` otherwise.
             * @enum {string}
             */
            coverage: "complete" | "partial";
            /** @description Where the chain ended when it was read. */
            head: {
                /** @description The number of the last entry. */
                seq: number;
                /**
                 * Format: date-time
                 * @description When it was sealed.
                 */
                committedAt: string;
                /** @description SHA-256 over the group and the hash before it. */
                hash: string;
            };
            /** @description The group before the first one shown. */
            before: {
                /** @description The number of its last entry. */
                seqTo: number;
                /**
                 * Format: date-time
                 * @description When it was sealed.
                 */
                committedAt: string;
                /** @description SHA-256 over the group and the hash before it. */
                hash: string;
            } | null;
            /** @description Entries that were sealed together, in order. */
            groups: components["schemas"]["ChainGroup"][];
            /** @description The group after the last one shown. */
            after: {
                /** @description The number of its first entry. */
                seqFrom: number;
                /**
                 * Format: date-time
                 * @description When it was sealed.
                 */
                committedAt: string;
                /** @description The hash of the group before. */
                prevHash: string;
            } | null;
            /** @description Operations of this page whose entries were posted before its range. */
            earlierOperations: string[];
        };
        StatementLine: {
            /**
             * Format: date-time
             * @description When it was booked.
             */
            at: string;
            /** @description The operation, by its id. */
            operationId: string | null;
            /** @description The path of its operation; null where the caller may not read that. */
            operationPath: string | null;
            /**
             * @description The type of its operation.
             * @enum {string}
             */
            type: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /** @description The other side; null where there is none, a posting has many, or the caller may not read it. */
            counterpartyPath: string | null;
            /** @description The fact from outside that it rests on, such as a transaction of the chain. */
            reference: string | null;
            /** @description By which builder and payer know it: the `reference` of its payment link. */
            paymentReference: string | null;
            /** @description Signed: negative leaves the object. A fee is part of what its payer pays. */
            amount: string;
            /** @description The part of what left the object that was a fee. */
            fee: string;
            /** @description What the object holds with this line. */
            balance: string;
        };
        ReconciledBalance: {
            /** @description The object, by its id. */
            objectId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The balance that reads show. */
            cached: string;
            /** @description The sum of its legs. */
            derived: string;
            /** @description The difference; anything but zero is a fault. */
            drift: string;
        };
        VerificationCheck: {
            /** @description The invariant. */
            name: string;
            /** @description It holds. */
            ok: boolean;
            /** @description What was counted or found. */
            detail: string;
        };
        ListedOperation: {
            /** @description The operation. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Its path, unique in the realm. */
            path: string;
            /**
             * @description What kind of operation it is.
             * @enum {string}
             */
            type: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /**
             * @description `pending` until it has settled, then one of the others for good.
             * @enum {string}
             */
            state: "pending" | "completed" | "failed" | "expired";
            /** @description Where the value comes from. */
            sourceObjectPath: string | null;
            /** @description Where the value goes. */
            targetObjectPath: string | null;
            /**
             * @description What kind of caller asked for it.
             * @enum {string}
             */
            actorType: "builder" | "api_key" | "end_user" | "system";
            /** @description Who asked for it. */
            actorId: string;
            /** @description The request, as JSON text. */
            input: string;
            /** @description What came of it, as JSON text. */
            outcome: string;
            /** @description The hold that a capture took its amount off. */
            holdId?: string;
            /** @description The operation that it reverses. */
            reversalOf?: string;
            /** @description Why it failed; end users may read it. */
            failureMessage?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description What it was about, by its `type`; null where there is nothing to tell. */
            context?: (components["schemas"]["TwapContext"] | components["schemas"]["VenueCloseContext"] | components["schemas"]["FundingContext"] | components["schemas"]["FillContext"] | components["schemas"]["AdjustmentContext"] | components["schemas"]["CancelContext"] | components["schemas"]["OrderContext"] | components["schemas"]["DeleteContext"] | components["schemas"]["WithdrawalContext"] | components["schemas"]["DepositContext"] | components["schemas"]["PostingContext"] | components["schemas"]["ReversalContext"] | components["schemas"]["CaptureContext"] | components["schemas"]["HoldContext"] | components["schemas"]["TransferContext"]) | null;
        };
        /** @description Of a `hold`. */
        HoldOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "open" | "captured" | "released" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description What was taken off it by captures, fees included. */
            capturedAmount: string;
            /** @description What can still be captured. */
            remainingAmount: string;
            /** @description When it ends by itself. */
            expiresAt: string | null;
            /** @description The operations that captured a part of it, oldest first. */
            captures: string[];
            /** @description The operation path that the release came with, or the id of its event. */
            releasedBy?: string;
        };
        /** @description Of a `capture`. */
        CaptureOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The hold that the amount was taken off. */
            holdId: string;
            /** @description What the movement costs: a part of its amount. */
            fee?: components["schemas"]["Money"];
            /** @description The balance of the source afterwards; only for who may read it. */
            sourceNewBalance?: string;
            /** @description The balance of the target afterwards; only for who may read it. */
            targetNewBalance?: string;
        };
        ReversedMove: {
            /** @description Where the value comes from. */
            sourceObjectPath: string;
            /** @description Where the value goes. */
            targetObjectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
        };
        /** @description Of a `reversal`. */
        ReversalOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The operation that was reversed. */
            reversalOf: string;
            /** @description What moved, each in the place it has in the posting. */
            moves?: components["schemas"]["ReversedMove"][];
            /** @description What was given back of the fee. */
            refundedFee?: components["schemas"]["Money"];
        };
        PostedMove: {
            /** @description Where the value comes from. */
            sourceObjectPath: string;
            /** @description Where the value goes. */
            targetObjectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description The object that gave. */
            sourceObjectId: string;
            /** @description The object that got. */
            targetObjectId: string;
        };
        /** @description Of a `posting`. */
        PostingOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description What moved, each in the place it has in the posting. */
            moves: components["schemas"]["PostedMove"][];
            /** @description What the movement costs: a part of its amount. */
            fee?: components["schemas"]["Money"];
        };
        /** @description Of a `withdrawal`. */
        WithdrawalOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The address on the chain that is paid. */
            destinationAddress: string | null;
            /** @description The signature of a co-signer that it came with. */
            cosignature?: {
                /** @description When the signature ends to be valid, in Unix seconds. */
                deadline: number;
                /** @description The signature, as `0x` and hexadecimal digits. */
                signature: string;
            } | null;
            /** @description When its payee confirmed it; null before that. */
            startedAt?: string | null;
            /** @description The balance of the source afterwards; only for who may read it. */
            sourceNewBalance?: string;
            /** @description The custody boundary, by its id. */
            boundaryId?: string;
            /** @description The transaction by which the holder of a recovery key took the money. */
            recoveryTxHash?: string;
        };
        /** @description Of a `transfer`. */
        TransferOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description What the movement costs: a part of its amount. */
            fee?: components["schemas"]["Money"];
            /** @description The balance of the source afterwards; only for who may read it. */
            sourceNewBalance?: string;
            /** @description The balance of the target afterwards; only for who may read it. */
            targetNewBalance?: string;
        };
        /** @description Of a `deposit`. */
        DepositOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /**
             * Format: date-time
             * @description A payment after this moment is not watched for.
             */
            openUntil?: string;
            /** @description What was seen before it is final. */
            detectedAmount?: string;
            /**
             * Format: date-time
             * @description When it was started, where it waited for its payer.
             */
            startedAt?: string;
            /** @description What was asked for, where another amount has come. */
            requestedAmount?: string;
            /** @description The object that got the money, where the one asked for was gone. */
            creditedObjectPath?: string;
            /** @description The operation path of the arrival that has completed it. */
            arrival?: string;
            /** @description The deposit that announced this arrival. */
            announcedBy?: string | null;
        };
        /** @description Of a `adjustment`. */
        AdjustmentOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The deletion of the object that was swept. */
            deletionId?: string;
            /** @description The custody boundary whose recovery key took it. */
            boundaryId?: string;
        };
        /** @description Of a `swap`. */
        SwapOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
        };
        /** @description Of a `fee_distribution`. */
        FeeDistributionOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
        };
        /** @description Of a `fill`. */
        FillOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description The fill. */
            fill: components["schemas"]["ToldFill"];
            /** @description The fill. */
            fillId: string;
        };
        /** @description Of a `create`. */
        CreateOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description The object, by its id. */
            objectId: string;
        };
        Swept: {
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The operation, by its id. */
            operationId?: string;
        };
        /** @description Of a `delete`. */
        DeleteOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "failed" | "expired";
            /** @description The object, by its id. */
            objectId: string;
            /** @description What the object was called. */
            displayName?: string;
            /** @description What it held, which was moved before. */
            swept?: components["schemas"]["Swept"];
            /** @description Why it was refused. */
            code?: string;
        };
        /** @description Of a `funding`. */
        FundingOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description The funding payment. */
            funding: components["schemas"]["ToldFunding"];
        };
        /** @description Of a `venue_close`. */
        VenueCloseOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description The forced close. */
            venue_close: components["schemas"]["ForcedClose"];
        };
        /** @description Of a `order`. */
        OrderOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description The order. */
            order?: components["schemas"]["ToldOrder"] | components["schemas"]["ToldOrders"];
            /** @description Why the venue refused it. */
            code?: string;
            /** @description What the refusal tells. */
            details?: {
                [key: string]: unknown;
            };
            /** @description The order, by its id. */
            orderId?: string;
            /** @description What the movement costs: a part of its amount. */
            fee?: components["schemas"]["Money"];
        };
        /** @description Of a `cancel`. */
        CancelOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description What was cancelled: an order, several, or a TWAP. */
            cancel?: components["schemas"]["ToldOrder"] | components["schemas"]["ToldOrders"] | components["schemas"]["StoppedTwap"];
            /** @description Why the venue refused it. */
            code?: string;
            /** @description What the refusal tells. */
            details?: {
                [key: string]: unknown;
            };
            /** @description The order, by its id. */
            orderId?: string;
        };
        /** @description Of a `adjustment`. */
        VenueAdjustmentOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description What was adjusted: an order, how a market is traded, or what a liquidation left. */
            adjustment?: components["schemas"]["ToldOrder"] | components["schemas"]["ToldSetting"] | components["schemas"]["ToldRemainder"];
            /** @description Why the venue refused it. */
            code?: string;
            /** @description What the refusal tells. */
            details?: {
                [key: string]: unknown;
            };
            /** @description The order, by its id. */
            orderId?: string;
            /** @description What the movement costs: a part of its amount. */
            fee?: components["schemas"]["Money"];
        };
        /** @description Of a `twap`. */
        TwapOutcome: {
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "completed" | "failed";
            /** @description The TWAP. */
            twap?: components["schemas"]["ToldTwap"];
            /** @description Why the venue refused it. */
            code?: string;
            /** @description What the refusal tells. */
            details?: {
                [key: string]: unknown;
            };
        };
        OperationDetail: {
            /** @description The operation. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Its path, unique in the realm. */
            path: string;
            /**
             * @description What kind of operation it is.
             * @enum {string}
             */
            type: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /**
             * @description `pending` until it has settled, then one of the others for good.
             * @enum {string}
             */
            state: "pending" | "completed" | "failed" | "expired";
            /** @description Where the value comes from. */
            sourceObjectPath: string | null;
            /** @description Where the value goes. */
            targetObjectPath: string | null;
            /**
             * @description What kind of caller asked for it.
             * @enum {string}
             */
            actorType: "builder" | "api_key" | "end_user" | "system";
            /** @description Who asked for it. */
            actorId: string;
            /** @description The request, as JSON text. */
            input: string;
            /** @description What came of it, as JSON text. */
            outcome: string;
            /** @description The hold that a capture took its amount off. */
            holdId?: string;
            /** @description The operation that it reverses. */
            reversalOf?: string;
            /** @description Why it failed; end users may read it. */
            failureMessage?: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description The outcome as an object. */
            parsedOutcome: components["schemas"]["HoldOutcome"] | components["schemas"]["CaptureOutcome"] | components["schemas"]["ReversalOutcome"] | components["schemas"]["PostingOutcome"] | components["schemas"]["WithdrawalOutcome"] | components["schemas"]["TransferOutcome"] | components["schemas"]["DepositOutcome"] | components["schemas"]["AdjustmentOutcome"] | components["schemas"]["SwapOutcome"] | components["schemas"]["FeeDistributionOutcome"] | components["schemas"]["FillOutcome"] | components["schemas"]["CreateOutcome"] | components["schemas"]["DeleteOutcome"] | components["schemas"]["FundingOutcome"] | components["schemas"]["VenueCloseOutcome"] | components["schemas"]["OrderOutcome"] | components["schemas"]["CancelOutcome"] | components["schemas"]["VenueAdjustmentOutcome"] | components["schemas"]["TwapOutcome"];
            /** @description The operations that reverse it, oldest first, without those that failed. */
            reversals?: string[];
            /** @description What they move back together. */
            reversedAmount?: string;
        };
        PendingExit: {
            /** @description keccak256 of the id of the operation */
            operationHash: string;
            /** @description Account or contract address, checksummed */
            destinationAddress: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /**
             * Format: date-time
             * @description When the time lock lets it go.
             */
            executableAt: string;
        };
        Boundary: {
            /** @description The boundary. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it holds on the chain. */
            balance: string;
            /**
             * @description `soft_frozen`: locked by its key holder. `hard_frozen`: withdrawn by them.
             * @enum {string}
             */
            status: "active" | "soft_frozen" | "hard_frozen";
            /** @description Who locked it */
            lockedBy: string | null;
            /** @description The address that may lock it and withdraw from it */
            recoveryKey: string | null;
            /** @description The address that signs for the service */
            agentAddress: string | null;
            /** @description Seconds that a withdrawal waits on the chain; 0 without one. */
            timeLock: number;
            /** @description The withdrawal that leaves next of those that wait. */
            pendingExit: components["schemas"]["PendingExit"] | null;
        };
        ExchangeObject: {
            /** @description The object. */
            id: string;
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /**
             * @description Whether its vault is locked.
             * @enum {string}
             */
            status: "Active" | "SoftFrozen" | "HardFrozen";
            /** @description What its vault holds. */
            balance: string;
            /** @description Account or contract address, checksummed */
            vaultAddress: string;
        };
        RealmHalt: {
            /**
             * @description `withdrawals`: nothing leaves. `all_flows`: nothing moves.
             * @enum {string}
             */
            type: "withdrawals" | "all_flows";
            /**
             * Format: date-time
             * @description Since when.
             */
            since: string;
        };
        CustodyStatus: {
            /** @description The realm has a pool on the chain. */
            configured: boolean;
            /** @description Account or contract address, checksummed */
            contractAddress: string | null;
            /** @description The chain. */
            chainId: number | null;
            /** @description What the pool holds. */
            totalBalance: string | null;
            /** @description The custody boundaries. */
            boundaries: components["schemas"]["Boundary"][];
            /** @description Exchange objects with a vault of their own. */
            exchangeObjects: components["schemas"]["ExchangeObject"][];
            /** @description The halt in force; null without one. */
            realmHalt: components["schemas"]["RealmHalt"] | null;
        };
        BoundaryBooks: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The boundary of everything that has none of its own. */
            isDefault: boolean;
            /** @description What it holds on the chain. */
            onChain: string | null;
            /** @description What the ledger owes out of it. */
            obligations: string;
            /** @description What it holds beyond that. */
            surplus: string | null;
            /** @description It holds what it owes. */
            solvent: boolean | null;
            /** @description What it owes to objects of the builder. */
            userBalances: string;
            /** @description What it owes to objects of the service. */
            systemBalances: string;
            /**
             * @description Where `onChain` was read.
             * @enum {string}
             */
            onChainSource: "contract" | "unregistered" | "unavailable";
        };
        BalanceSheet: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The chain answered, so that the sheet has figures of it. */
            poolMeasurable: boolean;
            /** @description What the pool contract says it holds. */
            contractTotal: string | null;
            /** @description What the token contract says the pool holds. */
            physicalPoolBalance: string | null;
            /** @description The difference of those two. */
            physicalDrift: string | null;
            /** @description On the chain, in boundaries the ledger does not know or that nobody owns. */
            stranded: string | null;
            /** @description Arrived at the pool or a deposit address, and credited to nobody. */
            unattributed: string | null;
            /** @description The sum over all boundaries. */
            boundarySum: string | null;
            /** @description All of these sums agree. */
            conservation: boolean | null;
            /** @description What the final events of the contract add up to. */
            replayContractBalance: string | null;
            /** @description The difference to what the contract says. */
            replayDrift: string | null;
            /**
             * @description Where the boundaries were read.
             * @enum {string}
             */
            boundarySource: "contract" | "ledger";
            /** @description Boundary by boundary. */
            boundaries: components["schemas"]["BoundaryBooks"][];
            /** @description The boundary of the service itself, where there is one. */
            house: {
                /** @description Its id on the chain, a hash; counted with the default boundary */
                boundaryId: string;
                /** @description What it holds on the chain. */
                onChain: string;
            } | null;
            /** @description Boundaries on the chain that the ledger does not know. */
            unregistered: {
                /** @description Its id on the chain, a hash: the ledger knows no such boundary */
                boundaryId: string;
                /** @description What it holds on the chain. */
                onChain: string;
            }[];
        };
        HaltRecord: {
            /** @description Its id. */
            id: string;
            /**
             * @description `withdrawals`: nothing leaves. `all_flows`: nothing moves.
             * @enum {string}
             */
            type: "withdrawals" | "all_flows";
            /**
             * @description What raised it.
             * @enum {string}
             */
            source: "admin" | "service" | "chain";
            /** @description Why, for people. */
            reason: string;
            /** @description Who raised it. */
            raisedBy: string;
            /**
             * Format: date-time
             * @description When it was raised.
             */
            raisedAt: string;
            /** @description Who let the realm go on. */
            clearedBy: string | null;
            /** @description When the realm went on. */
            clearedAt: string | null;
        };
        AdminProposal: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The chain that the transaction is for. */
            chainId: number;
            /** @description The account that has to send it: of a Safe, the Safe */
            admin: string;
            /** @description The contract that is called */
            to: string;
            /**
             * @description Wei that the transaction carries.
             * @constant
             */
            value: "0";
            /** @description The call, encoded */
            data: string;
            /** @description The call, for people to read. */
            method: string;
            /** @description What it is for. */
            reason: string;
        };
        HaltRealmRequest: {
            /**
             * @description `withdrawals`: nothing leaves. `all_flows`: nothing moves.
             * @enum {unknown}
             */
            type: "withdrawals" | "all_flows";
            /** @description Why, for people. */
            reason: string;
        };
        Rescue: {
            /** @description The rescue; null where nobody has asked this service for it. */
            id: string | null;
            /** @description Its id in the pool. */
            rescueHash: string;
            /** @description Account or contract address, checksummed */
            assetAddress: string | null;
            /** @description Base units of the asset */
            amount: string;
            /** @description Account or contract address, checksummed */
            destinationAddress: string;
            /** @description Account or contract address, checksummed */
            fromAddress: string | null;
            /**
             * @description `proposed` until the admin has asked the pool, `lapsed` when that took 30 days, `waiting` for its delay, then `ripe`: anybody may execute it.
             * @enum {string}
             */
            state: "proposed" | "lapsed" | "waiting" | "ripe" | "executed" | "cancelled";
            /** @description When its delay is over; null until the pool was asked. */
            executableAt: string | null;
            /** @description In what the pool was asked for something else than was asked for here. It is cancelled. */
            misfit: ("not_asked" | "asset" | "destination" | "amount" | "place" | "delay") | null;
            /** @description Who asked for it here. */
            askedBy: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        ProposeRescueRequest: {
            /** @description The token; null, or left out, for ether. */
            assetAddress?: string | null;
            /** @description Base units of the asset. */
            amount: string;
            /** @description Where it goes. */
            destinationAddress: string;
            /** @description Where it lies: the pool, or a deposit address of it; the pool where it is left out. */
            fromAddress?: string | null;
        };
        Attestation: {
            /** @description The attestation. */
            id: string;
            /** @description The custody boundary that owes. */
            boundaryId: string;
            /** @description The entry of the journal that the attestation is of. */
            seq: number;
            /** @description Hash of the root */
            root: string;
            /** @description What the boundary was owed then, all its objects together. */
            sum: string;
            /**
             * @description What the amount is counted in: `USD`.
             * @constant
             */
            denomination: "USD";
            /** @description The transaction whose calldata ends with the root */
            txHash: string;
            /** @description The block of the transaction. */
            blockNumber: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        LiabilityLeaf: {
            /** @description The object that is counted. */
            objectId: string;
            /** @description The secret of this object in this tree */
            salt: string;
            /** @description What the object was owed then, with what was held. */
            amount: string;
        };
        LiabilityStep: {
            /**
             * @description Where the node stands beside what was hashed so far.
             * @enum {string}
             */
            side: "left" | "right";
            /** @description SHA-256 of what stands below it */
            hash: string;
            /** @description What everything below it is owed. */
            sum: string;
        };
        AttestationAnchor: {
            /** @description The chain. */
            chainId: number;
            /** @description The pool, checksummed */
            contract: string;
            /** @description The transaction whose calldata ends with the root */
            txHash: string;
            /** @description The block of the transaction. */
            blockNumber: number;
        };
        LiabilityProof: {
            /** @description The attestation that it is of. */
            attestationId: string;
            /** @description The custody boundary that owes. */
            boundaryId: string;
            /** @description The entry of the journal that the attestation is of. */
            seq: number;
            /** @description What is counted for the object. */
            leaf: components["schemas"]["LiabilityLeaf"];
            /** @description The nodes beside the way from the leaf to the root. */
            path: components["schemas"]["LiabilityStep"][];
            /** @description Hash of the root */
            root: string;
            /** @description What the boundary was owed then, all its objects together. */
            sum: string;
            /** @description Where the chain says so. */
            anchor: components["schemas"]["AttestationAnchor"];
        };
        SetTimeLockRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Seconds that a withdrawal waits on the chain. */
            seconds: number;
        };
        TimeLock: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /** @description Seconds that a withdrawal waits on the chain. */
            timeLock: number;
        };
        ArmBoundaryRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Who signs; the recovery key without one. */
            cosigner?: string | null;
            /** @description Instead of one: keys of whom `threshold` sign together. */
            cosigners?: string[] | null;
            /** @description How many of them have to sign. */
            threshold?: number | null;
        };
        ArmedBoundary: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /** @description True: value leaves only with a co-signature. */
            armed: boolean;
            /** @description Account or contract address, checksummed */
            cosigner: string | null;
            /** @description The co-signer that waits for its time and its own word */
            pendingCosigner?: string;
            /** @description When that is at the earliest. */
            effectiveAt?: string | null;
        };
        TypedData: {
            /** @description The contract it is for. */
            domain: {
                [key: string]: unknown;
            };
            /** @description The types of the message. */
            types: {
                [key: string]: unknown;
            };
            /**
             * @description The type of the message.
             * @enum {string}
             */
            primaryType: "Withdrawal" | "RecoveryKey" | "Cosigner" | "CosignerChange" | "Inheritance";
            /** @description What is agreed to. */
            message: {
                [key: string]: unknown;
            };
        };
        WantedWord: {
            /** @description What is signed, as EIP-712 has it. */
            typedData: components["schemas"]["TypedData"];
            /** @description The hash that is signed */
            digest: string;
            /** @description Unix seconds; part of what is signed. */
            deadline: number;
        };
        WaitingKey: {
            /**
             * @description What the key is to be for the boundary.
             * @enum {string}
             */
            role: "recovery_key" | "cosigner" | "successor";
            /** @description Account or contract address, checksummed */
            address: string | null;
            /** @description When its time comes; null where it does not wait for one. */
            effectiveAt: string | null;
            /**
             * @description `missing`: it takes no effect without its signature. `given`: the service has that.
             * @enum {string}
             */
            word: "not_needed" | "missing" | "given";
            /** @description What the key has to sign; null where nothing has to be. */
            sign: components["schemas"]["WantedWord"] | null;
        };
        BoundaryKeys: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /** @description Account or contract address, checksummed */
            recoveryKey: string | null;
            /** @description Account or contract address, checksummed */
            cosigner: string | null;
            /** @description Keys that are proposed and not in effect. */
            waiting: components["schemas"]["WaitingKey"][];
        };
        AcceptKeyRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * @description What the key is to be for the boundary.
             * @enum {unknown}
             */
            role: "recovery_key" | "cosigner";
            /** @description Unix seconds; part of what is signed. */
            deadline: number;
            /** @description The signature of the key over the digest. */
            signature: string;
        };
        AcceptedKey: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /**
             * @description What the key is to be for the boundary.
             * @enum {string}
             */
            role: "recovery_key" | "cosigner";
            /** @description Account or contract address, checksummed */
            address: string;
            /**
             * @description `waiting`: the service brings the signature to the pool in time.
             * @enum {string}
             */
            state: "in_effect" | "waiting";
            /** @description When its time comes; null where it does not wait for one. */
            effectiveAt: string | null;
        };
        CancelKeyRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * @description What the key is to be for the boundary.
             * @enum {unknown}
             */
            role: "recovery_key" | "cosigner" | "successor";
        };
        CancelledKey: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /**
             * @description What the key is to be for the boundary.
             * @enum {string}
             */
            role: "recovery_key" | "cosigner" | "successor";
            /** @description Account or contract address, checksummed */
            address: string | null;
        };
        HandOverCosignerRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Who is to co-sign instead; null, or left out, disarms the boundary. */
            cosigner?: string | null;
            /** @description Unix seconds; part of what is signed. A month, where it is left out. */
            deadline?: number | null;
            /** @description Of the co-signer there is, over the digest; without it that is shown. */
            signature?: string | null;
        };
        CosignerHandOver: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /** @description Account or contract address, checksummed */
            cosigner: string | null;
            /**
             * @description `proposed`: it stands among the proposals to the admin, and anybody may send it.
             * @enum {string}
             */
            state: "to_be_signed" | "proposed";
            /** @description What the co-signer there is has to sign, as EIP-712 has it. */
            typedData: components["schemas"]["TypedData"];
            /** @description The hash that is signed */
            digest: string;
            /** @description Unix seconds; part of what is signed. A month, where it is left out. */
            deadline: number;
        };
        ProposeInheritanceRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Who is to have the place of the recovery key that is lost. */
            successor: string;
            /** @description Unix seconds; part of what is signed. A month, where it is left out. */
            deadline?: number | null;
            /** @description Of the successor, over the digest; without it that is shown. */
            signature?: string | null;
        };
        ProposedInheritance: {
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /** @description Account or contract address, checksummed */
            successor: string;
            /**
             * @description `waiting`: the pool has it, and the holder can refuse until `effectiveAt` and longer.
             * @enum {string}
             */
            state: "to_be_signed" | "waiting";
            /** @description When anybody may complete it; the service does. Null until it waits. */
            effectiveAt: string | null;
            /** @description What the successor has to sign, as EIP-712 has it. */
            typedData: components["schemas"]["TypedData"];
            /** @description The hash that is signed */
            digest: string;
            /** @description Unix seconds; part of what is signed. A month, where it is left out. */
            deadline: number;
        };
        ProposeWithdrawalRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path the operation has, or is to have. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description The address on the chain that is paid. */
            destinationAddress: string;
            /** @description Unix seconds; the signature is worth nothing afterwards. */
            deadline?: number | null;
        };
        WithdrawalProposal: {
            /** @description What is signed, as EIP-712 has it. */
            typedData: components["schemas"]["TypedData"];
            /** @description The hash that is signed */
            digest: string;
            /** @description The id that the operation will have */
            nonce: string;
            /** @description Unix seconds; the signature is worth nothing afterwards. */
            deadline: number;
            /** @description The custody boundary, by its id. */
            boundaryId: string;
        };
        CreateCosignedWithdrawalRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path the operation has, or is to have. */
            path: string;
            /** @description The path of the object. */
            objectPath: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
            /** @description The address on the chain that is paid. */
            destinationAddress: string;
            /** @description Unix seconds; the signature is worth nothing afterwards. */
            deadline: number;
            /** @description From the proposal. */
            nonce: string;
            /** @description The signature of the co-signer over the digest. */
            signature: string;
        };
        CosignedWithdrawal: {
            /** @description The operation. */
            operation: components["schemas"]["Operation"];
            /** @description The transaction on the chain; null until there is one. */
            txHash: string | null;
        };
        RecoverableBoundary: {
            /** @description The boundary. */
            id: string;
            /** @description keccak256 of its id, its name at the pool */
            hash: string;
            /**
             * @description `soft_frozen`: locked by its key holder. `hard_frozen`: withdrawn by them.
             * @enum {string}
             */
            status: "active" | "soft_frozen" | "hard_frozen";
            /** @description The address that may lock it and withdraw from it */
            recoveryKey: string | null;
        };
        RecoveryStep: {
            /** @description The function of the pool. */
            call: string;
            /** @description Its name and types, as tools take them. */
            signature: string;
            /** @description What it does. */
            does: string;
            /** @description Values of its arguments; null for an address of the holder’s choice. */
            args: (string | null)[];
            /** @description Calldata, up to the argument that the holder chooses, which is one word. */
            data: string;
        };
        RegisterRecoveryKeyRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The custody boundary, by its id. */
            boundaryId: string;
            /** @description The address that may lock the boundary and withdraw from it. */
            walletAddress: string;
        };
        DevChain: {
            /**
             * Format: uri
             * @description JSON-RPC address for wallets and scripts
             */
            rpcUrl: string;
            /** @description The chain. */
            chainId: number;
            /** @description Account or contract address, checksummed */
            tokenAddress: string;
            /** @description Account or contract address, checksummed */
            liveTokenAddress: string | null;
            /** @description Blocks until something is final. */
            confirmations: number;
        };
        FundDevAddressRequest: {
            /** @description Who gets test USD and gas money. */
            address: string;
            /** @description USD as a decimal string, at most six decimals. */
            amount: string;
        };
        MarginTier: {
            /** @description From this notional on. */
            lowerBound: string;
            /** @description The largest leverage. */
            maxLeverage: number;
        };
        Market: {
            /** @description `<venue code>:<dex index>:<symbol>` */
            id: string;
            /** @description Its base asset. */
            symbol: string;
            /** @description The index in its id. */
            dexIndex: number;
            /** @description Decimals of a size. */
            szDecimals: number;
            /** @description The largest leverage. */
            maxLeverage: number;
            /** @description How the largest leverage falls with the notional. */
            marginTiers: components["schemas"]["MarginTier"][];
            /** @description The modes it allows. */
            marginModes: ("cross" | "isolated")[];
            /** @description Isolated margin may be taken out of an open position. */
            isolatedMarginRemovable: boolean;
            /** @description It is not traded any more. */
            isDelisted: boolean;
            /**
             * @description Whether it is traded.
             * @enum {string}
             */
            status: "active" | "delisted";
            /** @description The least notional of an order, in USD. */
            minNotional: string;
            /** @description The largest notional of a market order, in USD. */
            maxMarketOrderNotional: string;
            /** @description What taking costs, as a fraction of the notional. */
            takerFeeRate: string;
            /** @description What resting costs, as a fraction of the notional. */
            makerFeeRate: string;
            /** @description The size the premium is measured with, in USD. */
            impactNotional: string;
            /** @description Between two funding payments. */
            fundingIntervalSeconds: number;
        };
        Ticker: {
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description Its base asset. */
            symbol: string;
            /** @description The price positions are valued at. */
            markPx: string;
            /** @description Between the best bid and the best ask. */
            midPx: string;
            /** @description The price of the asset elsewhere. */
            oraclePx: string;
            /** @description The best bid. */
            bidPx: string;
            /** @description The best ask. */
            askPx: string;
            /** @description The mark price a day ago. */
            prevDayPx: string | null;
            /** @description The change of a day, as a fraction. */
            change24h: string | null;
            /** @description The highest price of a day. */
            high24h: string | null;
            /** @description The lowest price of a day. */
            low24h: string | null;
            /** @description Traded in a day, in units of the base asset. */
            volume24h: string;
            /** @description Traded in a day, in USD. */
            notional24h: string;
            /** @description Open positions of one side, in units of the base asset. */
            openInterest: string;
            /** @description The rate longs pay shorts for an hour. */
            fundingRate: string;
            /** @description How far the market stands above the oracle. */
            premium: string;
            /**
             * Format: date-time
             * @description When funding is paid next.
             */
            nextFundingAt: string;
        };
        BookLevel: {
            /** @description The price. */
            px: string;
            /** @description How much is offered. */
            sz: string;
            /** @description Orders. */
            n: number;
        };
        CurrentFunding: {
            /** @description The rate longs pay shorts. */
            rate: string;
            /** @description How far the market stands above the oracle. */
            premium: string;
            /** @description Readings of the premium so far. */
            samples: number;
            /**
             * Format: date-time
             * @description When funding is paid next.
             */
            nextFundingAt: string;
        };
        FundingRate: {
            /**
             * Format: date-time
             * @description When it was paid.
             */
            time: string;
            /** @description The rate longs pay shorts. */
            rate: string;
            /** @description How far the market stands above the oracle. */
            premium: string;
            /** @description The price of the asset elsewhere. */
            oraclePx: string;
        };
        ForkSimFeedRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description With it and the commands a run can be repeated. */
            seed?: string | null;
            /**
             * @description Where prices begin: at those of the moment, or at fixed ones.
             * @enum {unknown}
             */
            from?: "current" | "anchor" | null;
            /**
             * @description Whether time goes by, or stands until it is moved.
             * @enum {unknown}
             */
            clock?: "wall" | "manual" | null;
        };
        SimClock: {
            /**
             * @description `wall`: time goes by. `manual`: it stands until it is moved.
             * @enum {string}
             */
            mode: "wall" | "manual";
            /** @description The time of the feed. */
            now: string | null;
            /** @description How far it is ahead of the real time. */
            aheadOfWallMs: number | null;
        };
        SimMarket: {
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The price of the asset elsewhere. */
            oraclePx: string;
            /** @description The price positions are valued at. */
            markPx: string;
            /** @description Between the best bid and the best ask. */
            midPx: string;
            /** @description The price stands still. */
            pinned: boolean;
            /** @description How deep the synthetic book is. */
            liquidity: {
                /** @description The factor of the bids. */
                bids: string;
                /** @description The factor of the asks. */
                asks: string;
            };
            /** @description The rate that was set; null: it follows the premium. */
            fundingRate: string | null;
            /** @description It is not traded any more. */
            isDelisted: boolean;
            /** @description The price positions were settled at, when it is delisted. */
            settlementPx: string | null;
            /** @description The candles it follows. */
            replay: {
                /** @description How many candles. */
                candles: number;
                /** @description How many ticks a candle takes. */
                ticksPerCandle: number;
                /** @description It begins again after the last one. */
                loop: boolean;
            } | null;
        };
        SimFault: {
            /**
             * @description What the next orders are refused with.
             * @enum {string}
             */
            code: "EXCHANGE_PROVISIONING" | "EXCHANGE_ERROR" | "MARKET_DATA_UNAVAILABLE" | "NO_LIQUIDITY" | "ORDER_FAILED" | "INSUFFICIENT_MARGIN" | "MARKET_DELISTED";
            /** @description In this market only. */
            market: string | null;
            /** @description Of this object only. */
            objectId: string | null;
            /** @description How many orders; 0 takes the fault back. */
            count: number;
        };
        SimCommand: {
            /** @description Its number. */
            seq: number;
            /** @description The number of the tick. */
            tick: number;
            /** @description What was asked for. */
            command: {
                [key: string]: unknown;
            };
            /** @description Who asked for it. */
            actor: {
                /**
                 * @description What kind of caller.
                 * @enum {string}
                 */
                type: "builder" | "api_key" | "end_user" | "system";
                /** @description The caller. */
                id: string;
            };
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        SimFeed: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description With it and the commands a run can be repeated */
            seed: string;
            /**
             * @description What moves the prices.
             * @enum {string}
             */
            mode: "generated" | "replay" | "manual";
            /** @description Whether time goes by, or stands until it is moved. */
            clock: components["schemas"]["SimClock"];
            /** @description The number of the tick. */
            tick: number;
            /**
             * Format: date-time
             * @description When the realm got a feed of its own.
             */
            forkedAt: string;
            /** @description What is set, market by market. */
            markets: components["schemas"]["SimMarket"][];
            /** @description Refusals that wait for orders. */
            faults: components["schemas"]["SimFault"][];
            /** @description The newest changes made by hand. */
            commands: components["schemas"]["SimCommand"][];
            /**
             * Format: date-time
             * @description When the prices were made.
             */
            marketDataAsOf: string;
            /** @description How old they are. */
            ageSeconds: number;
            /** @description From which age on they count as stale. */
            staleAfterSeconds: number;
            /** @description They are stale. */
            stale: boolean;
        };
        SetSimFeedModeRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * @description What moves the prices.
             * @enum {unknown}
             */
            mode: "generated" | "replay" | "manual";
        };
        SetSimClockRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * @description `wall`: time goes by. `manual`: it stands until it is moved.
             * @enum {unknown}
             */
            mode: "wall" | "manual";
            /**
             * Format: date-time
             * @description Go to this moment, RFC 3339.
             */
            setTo?: string | null;
            /** @description Go on by so many milliseconds. */
            advanceMs?: number | null;
            /** @description In steps of so many milliseconds. */
            stepMs?: number | null;
        };
        TickSimFeedRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
        };
        SetSimFaultRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * @description What the next orders are refused with.
             * @enum {unknown}
             */
            code: "EXCHANGE_PROVISIONING" | "EXCHANGE_ERROR" | "MARKET_DATA_UNAVAILABLE" | "NO_LIQUIDITY" | "ORDER_FAILED" | "INSUFFICIENT_MARGIN" | "MARKET_DELISTED";
            /** @description In this market only. */
            market?: string | null;
            /** @description Of this object only. */
            objectId?: string | null;
            /** @description How many orders; 0 takes the fault back. */
            count: number;
        };
        SetSimPriceRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description What is done to it; `release` undoes it.
             * @enum {unknown}
             */
            mode: "jump" | "drift" | "pin" | "release";
            /** @description The price. */
            price?: string | null;
            /** @description How far the mark stands from the oracle, in basis points. */
            basisBps?: number | null;
        };
        SetSimLiquidityRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which side of the book.
             * @enum {unknown}
             */
            side: "bids" | "asks" | "both";
            /**
             * @description What is done to it; `release` undoes it.
             * @enum {unknown}
             */
            mode: "scale" | "empty" | "release";
            /** @description How deep the book is; 1 is as usual. */
            factor?: string | null;
        };
        SetSimFundingRateRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The hourly rate; null goes back to the premium. */
            rate: string | null;
        };
        ReplaySimCandlesRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The candles, in order. */
            candles: {
                /** @description Opening time in milliseconds since the Unix epoch. */
                t: number;
                /** @description Opening price. */
                o: string;
                /** @description Highest price. */
                h: string;
                /** @description Lowest price. */
                l: string;
                /** @description Closing price. */
                c: string;
                /** @description Closing time in milliseconds since the Unix epoch. */
                T?: number | null;
                /** @description Traded, in units of the base asset. */
                v?: string | null;
                /** @description Trades. */
                n?: number | null;
                /** @description It changes no more. */
                closed?: boolean | null;
            }[];
            /** @description Begin again after the last one. */
            loop?: boolean | null;
        };
        DelistSimMarketRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
        };
        CreateOrderRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The object of the address again; that one counts. */
            objectId?: string | null;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which way.
             * @enum {unknown}
             */
            side: "buy" | "sell";
            /**
             * @description `MARKET` takes what is there; `LIMIT` waits at its price.
             * @enum {unknown}
             */
            orderType: "MARKET" | "LIMIT";
            /** @description In units of the base asset; needed unless `sizeToMax`. */
            size?: string | null;
            /** @description The limit price. */
            price?: string | null;
            /** @description Set for the market before the order. */
            leverage?: number | null;
            /** @description It never opens or grows a position. */
            reduceOnly?: boolean | null;
            /**
             * @description `GTC` rests, `IOC` is filled at once or ends, `ALO` rests or is refused.
             * @enum {unknown}
             */
            timeInForce?: "GTC" | "IOC" | "ALO" | null;
            /** @description It waits until the mark price reaches `triggerPx`. */
            isTrigger?: boolean | null;
            /** @description The mark price that starts it. */
            triggerPx?: string | null;
            /** @description Once started it takes what is there; false: it waits at `price`. */
            isMarket?: boolean | null;
            /**
             * @description `tp` takes a profit, `sl` stops a loss.
             * @enum {unknown}
             */
            tpsl?: "tp" | "sl" | null;
            /** @description It closes the whole position of the moment; `size` is ignored. */
            sizeToMax?: boolean | null;
            /** @description With margin of its own. */
            isolated?: boolean | null;
            /** @description The largest possible size, and never more than `size`. */
            useMax?: boolean | null;
            /** @description The part of the size that may be missing. */
            sizeTolerance?: number | null;
            /** @description The old name of `sizeTolerance`. */
            maxSizeTolerance?: number | null;
            /** @description Orders of one group cancel each other. */
            ocoGroupId?: string | null;
            /** @description The fee of the builder, in tenths of a basis point. */
            applicationFeeTenthsBps?: number | null;
        };
        CreateOrderBatchRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /**
             * @description How they belong together.
             * @enum {unknown}
             */
            grouping: "normalTpsl";
            /** @description The entry first, then its legs. */
            orders: {
                /** @description The market: `<venue>:<index>:<symbol>`. */
                market: string;
                /**
                 * @description Which way.
                 * @enum {unknown}
                 */
                side: "buy" | "sell";
                /**
                 * @description `MARKET` takes what is there; `LIMIT` waits at its price.
                 * @enum {unknown}
                 */
                orderType: "MARKET" | "LIMIT";
                /** @description In units of the base asset; needed unless `sizeToMax`. */
                size?: string | null;
                /** @description The limit price. */
                price?: string | null;
                /** @description Set for the market before the order. */
                leverage?: number | null;
                /** @description It never opens or grows a position. */
                reduceOnly?: boolean | null;
                /**
                 * @description `GTC` rests, `IOC` is filled at once or ends, `ALO` rests or is refused.
                 * @enum {unknown}
                 */
                timeInForce?: "GTC" | "IOC" | "ALO" | null;
                /** @description It waits until the mark price reaches `triggerPx`. */
                isTrigger?: boolean | null;
                /** @description The mark price that starts it. */
                triggerPx?: string | null;
                /** @description Once started it takes what is there; false: it waits at `price`. */
                isMarket?: boolean | null;
                /**
                 * @description `tp` takes a profit, `sl` stops a loss.
                 * @enum {unknown}
                 */
                tpsl?: "tp" | "sl" | null;
                /** @description It closes the whole position of the moment; `size` is ignored. */
                sizeToMax?: boolean | null;
                /** @description With margin of its own. */
                isolated?: boolean | null;
                /** @description The largest possible size, and never more than `size`. */
                useMax?: boolean | null;
                /** @description The part of the size that may be missing. */
                sizeTolerance?: number | null;
                /** @description The old name of `sizeTolerance`. */
                maxSizeTolerance?: number | null;
                /** @description Orders of one group cancel each other. */
                ocoGroupId?: string | null;
                /** @description The fee of the builder, in tenths of a basis point. */
                applicationFeeTenthsBps?: number | null;
                /** @description The object of the address again; that one counts. */
                objectId?: string | null;
                /** @description The path of the operation: it happens once, however often the request is sent. */
                path?: string | null;
            }[];
        };
        Fill: {
            /** @description The fill. */
            id: string;
            /** @description The operation of the fill. */
            operationId: string;
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description How much of the base asset. */
            size: string;
            /** @description The price it was filled at. */
            price: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description What it did to the position, such as `open_long` or `reduce_short`.
             * @enum {string}
             */
            direction: "open_long" | "open_short" | "increase_long" | "increase_short" | "reduce_long" | "reduce_short" | "close_long" | "close_short" | "flip_long_to_short" | "flip_short_to_long";
            /** @description The order; null when the service closed the position. */
            orderId: string | null;
            /** @description The operation that placed the order. */
            orderOperationId: string | null;
            /** @description The profit it realized. */
            realizedPnl: string;
            /** @description All fees of it. */
            fee: string;
            /** @description Who gets the fee. */
            feeBreakdown: components["schemas"]["FeeBreakdown"];
            /** @description What it changed the cash by. */
            netBalanceChange: string;
            /** @description The position before, signed. */
            startPosition: string;
            /** @description The position after; null when it is closed. */
            resultingPosition: components["schemas"]["ResultingPosition"] | null;
            /** @description The order was resting. */
            isMaker: boolean;
            /** @description It was a liquidation. */
            isLiquidation: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        ResizeOrderRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The new total size, what is filled included. */
            newSize: string;
        };
        SetPositionTriggersRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description Closes the position with a profit. */
            takeProfit?: {
                /** @description The mark price that starts it. */
                triggerPx: string;
                /** @description Wait at this price once started. */
                price?: string | null;
                /** @description How much to close; all of it without one. */
                size?: string | null;
            } | null;
            /** @description Closes the position before a larger loss. */
            stopLoss?: {
                /** @description The mark price that starts it. */
                triggerPx: string;
                /** @description Wait at this price once started. */
                price?: string | null;
                /** @description How much to close; all of it without one. */
                size?: string | null;
            } | null;
            /** @description Keep the triggers that are there. */
            stack?: boolean | null;
        };
        ClosePositionRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description How much to close; all of it without one. */
            size?: string | null;
            /** @description The part of the size that may be missing. */
            sizeTolerance?: number | null;
        };
        AccountMarginTier: {
            /** @description From this notional on. */
            lowerBound: string;
            /** @description The largest leverage. */
            maxLeverage: number;
        };
        SetLeverageRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The leverage of the market. */
            leverage: number;
        };
        SetMarginModeRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Whether positions share the margin of the account.
             * @enum {unknown}
             */
            marginMode: "cross" | "isolated";
        };
        MoveIsolatedMarginRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description USD to add; negative takes it out. */
            amount: string;
        };
        FundingPayment: {
            /** @description The payment. */
            id: string;
            /** @description The operation, by its id. */
            operationId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /** @description The rate of the hour. */
            rate: string;
            /** @description The price of the asset elsewhere. */
            oraclePx: string;
            /** @description The position, signed. */
            size: string;
            /** @description Negative was paid. */
            amount: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        CreateTwapRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which way.
             * @enum {unknown}
             */
            side: "buy" | "sell";
            /** @description In units of the base asset. */
            totalSize: string;
            /** @description Over how long it is sent. */
            durationMinutes: number;
            /** @description Between two slices. */
            intervalSeconds?: number | null;
            /** @description It never opens or grows a position. */
            reduceOnly?: boolean | null;
            /** @description How far a slice may be filled from the mid price. */
            slippageBps?: number | null;
            /** @description Slices differ in size. */
            randomize?: boolean | null;
            /** @description Set for the market before the order. */
            leverage?: number | null;
            /** @description With margin of its own. */
            isolated?: boolean | null;
            /** @description The fee of the builder, in tenths of a basis point. */
            applicationFeeTenthsBps?: number | null;
        };
        Twap: {
            /** @description Its operation, and its id. */
            operationId: string;
            /** @description The object, by its id. */
            objectId: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description Which way.
             * @enum {string}
             */
            side: "buy" | "sell";
            /** @description In units of the base asset. */
            totalSize: string;
            /** @description How much is filled. */
            filledSize: string;
            /** @description It never opens or grows a position. */
            reduceOnly: boolean;
            /** @description Slices differ in size. */
            randomize: boolean;
            /** @description How far a slice may be filled from the mid price, as a fraction. */
            slippage: string;
            /** @description How many slices there are. */
            slices: number;
            /** @description How many were sent. */
            slicesDone: number;
            /** @description Between two slices. */
            intervalSeconds: number;
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "RUNNING" | "STOPPED" | "FINISHED" | "TERMINATED";
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        CreateAggregationWatchRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What is watched; an object that several name counts once. */
            sources: {
                /**
                 * @description How `value` is meant.
                 * @enum {unknown}
                 */
                type: "prefix" | "pattern" | "paths" | "watch";
                /** @description A folder, a pattern with `*`, paths separated by commas, or a watch. */
                value: string;
            }[];
        };
        ExternalFlow: {
            /** @description The operation, by its id. */
            operationId: string | null;
            /** @description The type of its operation. */
            type: string;
            /**
             * @description Seen from inside.
             * @enum {string}
             */
            direction: "inflow" | "outflow";
            /** @description A decimal string. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description What it is worth in USD. */
            valueUsd: string;
            /** @description Where it came from; null for outside of the realm. */
            sourceObjectPath: string | null;
            /** @description Where it went; null for outside of the realm. */
            targetObjectPath: string | null;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
        };
        CreatePaymentLinkRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The object by id or path; or `objectPath`. */
            objectRef?: string | null;
            /** @description The object that is paid, or pays. */
            objectPath?: string | null;
            /**
             * @description `deposit`: somebody pays. `withdrawal`: somebody is paid.
             * @enum {unknown}
             */
            type: "deposit" | "withdrawal";
            /** @description USD as a decimal string. */
            amount: string;
            /**
             * Format: uri
             * @description Where the payer goes afterwards.
             */
            returnUrl?: string | null;
            /**
             * @description How the payer gets there.
             * @enum {unknown}
             */
            returnStrategy?: "redirect" | "close" | "navigate" | null;
            /** @description The address a withdrawal pays; without one the holder of the link names it. */
            destinationAddress?: string | null;
            /** @description How long the link is valid. */
            expiresInMinutes?: number | null;
            /** @description What the payment is for; its page shows it. */
            description?: string | null;
            /** @description The number by which you and the payer know the payment; its page shows it. */
            reference?: string | null;
            /** @description Texts of your own, which the payer does not see. */
            metadata?: {
                [key: string]: string;
            } | null;
            /** @description The path of the operation. */
            path?: string | null;
        };
        ReceiptTransaction: {
            /** @description The hash of the transaction. */
            txHash: string;
            /** @description The chain to pay on. */
            chain: string;
        };
        Receipt: {
            /**
             * Format: date-time
             * @description When the money had arrived.
             */
            completedAt: string;
            /** @description What carried it on the chain; none where it was simulated. */
            transactions: components["schemas"]["ReceiptTransaction"][];
        };
        PaymentLink: {
            /** @description The payment link. */
            id: string;
            /** @description The payment page. Whoever has it can pay, or be paid. */
            url: string | null;
            /** @description The last part of that address. */
            token: string | null;
            /**
             * @description `deposit`: somebody pays. `withdrawal`: somebody is paid.
             * @enum {string}
             */
            type: "deposit" | "withdrawal";
            /**
             * @description How the link stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "expired";
            /** @description USD as a decimal string. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The object that is paid, or pays. */
            objectPath: string;
            /** @description The operation, by its id. */
            operationId: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description Where the payer goes afterwards. */
            returnUrl: string | null;
            /**
             * @description How the payer gets there.
             * @enum {string}
             */
            returnStrategy: "redirect" | "close" | "navigate";
            /** @description What the payment is for; its page shows it. */
            description: string | null;
            /** @description The number by which you and the payer know the payment; its page shows it. */
            reference: string | null;
            /** @description Texts of your own, which the payer does not see. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The address a withdrawal pays; without one the holder of the link names it. */
            destinationAddress: string | null;
            /** @description What has arrived; null where nothing has to. */
            receivedAmount: string | null;
            /** @description What arrived after the end. */
            lateAmount: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it was completed, and by which transactions; null before. */
            receipt: components["schemas"]["Receipt"] | null;
            /** @description The contract to pay to. */
            poolAddress?: string;
            /** @description The token to pay with. */
            tokenAddress?: string;
            /** @description The chain to pay on. */
            chain?: string;
        };
        ListedPaymentLink: {
            /** @description The payment link. */
            id: string;
            /** @description The payment page. Whoever has it can pay, or be paid. */
            url: string | null;
            /** @description The last part of that address. */
            token: string | null;
            /**
             * @description `deposit`: somebody pays. `withdrawal`: somebody is paid.
             * @enum {string}
             */
            type: "deposit" | "withdrawal";
            /**
             * @description How the link stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "expired";
            /** @description USD as a decimal string. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description The object that is paid, or pays. */
            objectPath: string;
            /** @description The operation, by its id. */
            operationId: string;
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description Where the payer goes afterwards. */
            returnUrl: string | null;
            /**
             * @description How the payer gets there.
             * @enum {string}
             */
            returnStrategy: "redirect" | "close" | "navigate";
            /** @description What the payment is for; its page shows it. */
            description: string | null;
            /** @description The number by which you and the payer know the payment; its page shows it. */
            reference: string | null;
            /** @description Texts of your own, which the payer does not see. */
            metadata: {
                [key: string]: string;
            } | null;
            /** @description The address a withdrawal pays; without one the holder of the link names it. */
            destinationAddress: string | null;
            /** @description What has arrived; null where nothing has to. */
            receivedAmount: string | null;
            /** @description What arrived after the end. */
            lateAmount: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        Payment: {
            /** @description The payment link. */
            id: string;
            /**
             * @description `deposit`: somebody pays. `withdrawal`: somebody is paid.
             * @enum {string}
             */
            type: "deposit" | "withdrawal";
            /**
             * @description How the link stands.
             * @enum {string}
             */
            status: "pending" | "completed" | "expired";
            /**
             * @description How far the payment is.
             * @enum {string}
             */
            progress: "waiting" | "processing" | "ended";
            /** @description USD as a decimal string. */
            amount: string;
            /** @description What the amount is counted in: `USD`. */
            denomination: string;
            /** @description What the payment is for; its page shows it. */
            description: string | null;
            /** @description The number by which you and the payer know the payment; its page shows it. */
            reference: string | null;
            /** @description What has arrived; null where nothing has to. */
            receivedAmount: string | null;
            /** @description What arrived after the end. */
            lateAmount: string | null;
            /** @description When it was completed, and by which transactions; null before. */
            receipt: components["schemas"]["Receipt"] | null;
            /** @description Why the payment failed; payers may read it. */
            failureMessage: string | null;
            /** @description Whose page it is. */
            realmName: string;
            /** @description How the page looks. */
            branding: {
                [key: string]: unknown;
            } | null;
            /**
             * @description `paper`: simulated money.
             * @enum {string}
             */
            asset: "paper" | "live";
            /**
             * Format: date-time
             * @description When it ends by itself.
             */
            expiresAt: string;
            /** @description Where the payer goes afterwards. */
            returnUrl: string | null;
            /**
             * @description How the payer gets there.
             * @enum {string}
             */
            returnStrategy: "redirect" | "close" | "navigate";
            /** @description The contract to pay to. */
            poolAddress?: string;
            /** @description The token to pay with. */
            tokenAddress?: string;
            /** @description The chain to pay on. */
            chain?: string;
            /** @description The address a withdrawal pays; without one the holder of the link names it. */
            destinationAddress?: string | null;
        };
        ConfirmPaymentRequest: {
            /** @description Of a withdrawal: where to pay. */
            destinationAddress?: string | null;
        };
        SubmitPaymentPageRequest: {
            /** @description Of a withdrawal: where to pay. */
            destinationAddress?: string;
            /**
             * @description Given once the page has shown the address again; money goes there then.
             * @enum {unknown}
             */
            reviewed?: "yes";
        };
        CreateWebhookRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Where events are sent to: https, on the public internet. */
            url: string;
            /** @description Event types that a module emits, families of them such as `deposit.*`, or `*` for all. */
            types?: string[] | null;
            /** @description Only events of objects or operations whose path begins with this text. */
            pathPrefix?: string | null;
            /** @description A note for people. */
            description?: string | null;
        };
        Webhook: {
            /** @description Its id. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /**
             * Format: uri
             * @description Where events are sent to: https, on the public internet.
             */
            url: string;
            /** @description Event types that a module emits, families of them such as `deposit.*`, or `*` for all. */
            types: string[];
            /** @description Only events of objects or operations whose path begins with this text. */
            pathPrefix: string;
            /** @description A note for people. */
            description: string | null;
            /**
             * @description `paused`: events are kept for 30 days and sent when it is resumed. `disabled`: it failed for 5 days, and nothing is kept.
             * @enum {string}
             */
            status: "active" | "paused" | "disabled";
            /** @description Failed attempts since the last that succeeded. */
            failures: number;
            /** @description When the first of them failed. */
            failingSince: string | null;
            /** @description When it is tried again at the earliest; null when nothing is owed or sent. */
            nextAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        UpdateWebhookRequest: {
            /** @description Where events are sent to: https, on the public internet. */
            url?: string | null;
            /** @description Event types that a module emits, families of them such as `deposit.*`, or `*` for all. */
            types?: string[] | null;
            /** @description Only events of objects or operations whose path begins with this text. */
            pathPrefix?: string | null;
            /** @description A note for people. */
            description?: string | null;
            /**
             * @description `paused`: events are kept for 30 days and sent when it is resumed. `disabled`: it failed for 5 days, and nothing is kept.
             * @enum {unknown}
             */
            status?: "active" | "paused" | null;
        };
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it was sent.
             */
            at: string;
            /** @description How long it took. */
            durationMs: number;
            /** @description The HTTP status of the answer; null without one. */
            status: number | null;
            /** @description Why it counts as failed, and what to do; null for an answer with 2xx. */
            failureMessage: string | null;
            /** @description The first 256 characters of the answer. */
            answer: string | null;
        };
        WebhookDelivery: {
            /** @description Its id. */
            id: string;
            /** @description The webhook it is for. */
            webhookId: string;
            /** @description The event; it is the header `webhook-id`. */
            eventId: string;
            /** @description What happened. */
            eventType: string;
            /**
             * @description `delivered`: answered with 2xx. `failed`: a test that was not.
             * @enum {string}
             */
            status: "pending" | "delivered" | "failed";
            /** @description How often it was sent. */
            attempts: number;
            /** @description When it is tried again at the earliest; null when nothing is owed or sent. */
            nextAttemptAt: string | null;
            /** @description The text that is sent and signed. */
            payload: string;
            /** @description The last attempts, oldest first. */
            log: components["schemas"]["WebhookAttempt"][];
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it was answered with 2xx. */
            deliveredAt: string | null;
        };
        ReplayWebhookRequest: {
            /**
             * Format: date-time
             * @description The moment of the first event, RFC 3339.
             */
            since: string;
        };
        CreateScheduleRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Occurrence n is the operation at `<path>/<n>`, which is executed once for ever. */
            path: string;
            /** @description What people call it. */
            name: string;
            /** @description A recurrence rule of RFC 5545, on the clocks of `timeZone`; or `runAt`. A time that the clocks skip in spring runs an hour later, one that they show twice runs once. */
            rule?: string | null;
            /**
             * Format: date-time
             * @description When it runs, once; or `rule`.
             */
            runAt?: string | null;
            /**
             * Format: date-time
             * @description The beginning of the rule (`DTSTART`): intervals are counted from it, and what the rule leaves open is taken from it. Now, when it is left out.
             */
            startsAt?: string | null;
            /** @description A name of the IANA time zone database; UTC when it is left out. */
            timeZone?: string | null;
            /** @description The request that is made: `transfer`, `posting` or `payment_link`. */
            action: string;
            /** @description The body of that request, without `realmId` and `path`. */
            template: {
                [key: string]: unknown;
            };
            /**
             * @description What becomes of times at which no worker ran for five minutes: `run` (the first 24 of a row), or `skip`. Either way each time that is passed over is told as `schedule.skipped`.
             * @enum {unknown}
             */
            missed?: "run" | "skip" | null;
        };
        Schedule: {
            /** @description The schedule. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What people call it. */
            name: string;
            /** @description Occurrence n is the operation at `<path>/<n>`, which is executed once for ever. */
            path: string;
            /** @description A recurrence rule of RFC 5545, on the clocks of `timeZone`; or `runAt`. A time that the clocks skip in spring runs an hour later, one that they show twice runs once. */
            rule: string | null;
            /** @description When it runs, once; or `rule`. */
            runAt: string | null;
            /** @description A name of the IANA time zone database; UTC when it is left out. */
            timeZone: string;
            /** @description The request that is made: `transfer`, `posting` or `payment_link`. */
            action: string;
            /** @description The body of that request, without `realmId` and `path`. */
            template: {
                [key: string]: unknown;
            };
            /**
             * @description What becomes of times at which no worker ran for five minutes: `run` (the first 24 of a row), or `skip`. Either way each time that is passed over is told as `schedule.skipped`.
             * @enum {string}
             */
            missed: "run" | "skip";
            /**
             * @description `ended`: it makes no request any more.
             * @enum {string}
             */
            status: "active" | "paused" | "ended";
            /** @description Why it is paused or has ended. `credential_ended`: whoever it acted for may act no more; who resumes it takes their place. */
            statusReason: ("requested" | "credential_ended" | "completed" | "deleted" | "realm_closed") | null;
            /** @description When it runs next; null while it is paused, and when it has ended. */
            nextRunAt: string | null;
            /** @description How many occurrences have come. */
            occurrenceCount: number;
            /** @description For whom it acts, with the permissions that they have at the time. */
            actor: {
                /**
                 * @description What kind of caller.
                 * @enum {string}
                 */
                type: "builder" | "api_key" | "end_user" | "system";
                /** @description The schedule. */
                id: string;
            };
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
        };
        ScheduleOccurrence: {
            /** @description Its number, from 1. */
            number: number;
            /** @description The path of its operation. */
            path: string;
            /**
             * Format: date-time
             * @description The time at which it is due.
             */
            scheduledAt: string;
            /**
             * @description `retrying`: it lacked funds, and is tried again after 15 minutes, 1, 4 and 24 hours. `failed`: it was refused.
             * @enum {string}
             */
            status: "due" | "retrying" | "executed" | "failed" | "skipped";
            /** @description How often it was tried. */
            attempts: number;
            /** @description When it is tried again. */
            nextAttemptAt: string | null;
            /** @description The operation that it made. */
            operationId: string | null;
            /** @description The error of its last attempt, or why it was skipped: MISSED, PAUSED, ENDED. */
            code: string | null;
            /** @description The same in words. */
            message: string | null;
            /** @description When it was executed, failed or was skipped. */
            endedAt: string | null;
        };
        ScheduleTime: {
            /** @description Its number, from 1. */
            number: number;
            /** @description The path of its operation. */
            path: string;
            /**
             * Format: date-time
             * @description The time at which it is due.
             */
            scheduledAt: string;
        };
        CreateMonitorRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The object that is watched; or `prefix`. */
            objectPath?: string | null;
            /** @description Watches the sum of all objects below it; or `objectPath`. */
            prefix?: string | null;
            /**
             * @description `available`: what the object can spend, the `settled` of its balance. `settled`: that and what is on its way out (`departing`), which is its own until it has left. `equity`: what it is worth, positions included.
             * @enum {unknown}
             */
            measure: "settled" | "available" | "equity";
            /**
             * @description Which side of the threshold is told: `monitor.crossed`.
             * @enum {unknown}
             */
            direction: "above" | "below";
            /** @description USD as a decimal string; the value has to go beyond it. */
            threshold: string;
            /** @description How far the value comes back behind the threshold before `monitor.cleared`; none when it is left out. */
            hysteresis?: string | null;
        };
        Monitor: {
            /** @description The monitor. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The object that is watched; or `prefix`. */
            objectPath: string | null;
            /** @description Watches the sum of all objects below it; or `objectPath`. */
            prefix: string | null;
            /**
             * @description `available`: what the object can spend, the `settled` of its balance. `settled`: that and what is on its way out (`departing`), which is its own until it has left. `equity`: what it is worth, positions included.
             * @enum {string}
             */
            measure: "settled" | "available" | "equity";
            /**
             * @description Which side of the threshold is told: `monitor.crossed`.
             * @enum {string}
             */
            direction: "above" | "below";
            /** @description USD as a decimal string; the value has to go beyond it. */
            threshold: string;
            /** @description How far the value comes back behind the threshold before `monitor.cleared`; none when it is left out. */
            hysteresis: string;
            /**
             * @description `new`: not measured yet. `crossed`: beyond the threshold, and not back since.
             * @enum {string}
             */
            state: "new" | "clear" | "crossed";
            /** @description What was measured last. */
            value: string | null;
            /** @description When it was crossed or cleared last. */
            changedAt: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
        };
        CreateReconciliationRequest: {
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The object whose cash the file is about; or `prefix`. */
            objectPath?: string;
            /** @description All objects below it as one: what moves between them is left out, so that `/` is what reached the realm and left it. */
            prefix?: string;
            /**
             * @description What the file is: `csv`, ISO 20022 `camt053`, or SWIFT `mt940`. Only booked lines of a statement count, and they have to lead from its opening to its closing balance.
             * @enum {unknown}
             */
            format: "csv" | "camt053" | "mt940";
            /**
             * @description What its texts are written in; UTF-8 when it is left out.
             * @enum {unknown}
             */
            encoding?: "utf-8" | "windows-1252";
            /** @description Which columns of a CSV file say what, by the names in its first record. */
            mapping?: {
                /** @description The column of the date. */
                date: string;
                /** @description The column of the signed amount; or `credit` and `debit`. */
                amount?: string;
                /** @description The column of what came in, without signs; the one of the two that is empty does not count. */
                credit?: string;
                /** @description The column of what went out, without signs. */
                debit?: string;
                /** @description The column of what names a movement in the books. */
                reference?: string;
                /** @description The column of a text in which the name of a movement may stand. */
                text?: string;
                /** @description The column of the currency; a line in another one than USD is refused. */
                currency?: string;
                /**
                 * @description What stands between columns; a comma when it is left out.
                 * @enum {unknown}
                 */
                delimiter?: "," | ";" | "\t" | "|";
                /**
                 * @description `d` and `M` take one digit or two; `yyyy-MM-dd` when it is left out. A time behind the date is left out.
                 * @enum {unknown}
                 */
                dateFormat?: "yyyy-MM-dd" | "yyyyMMdd" | "d.M.yyyy" | "d/M/yyyy" | "M/d/yyyy";
                /**
                 * @description What stands before the decimals; a point when it is left out.
                 * @enum {unknown}
                 */
                decimal?: "." | ",";
                /**
                 * @description What stands between groups of three digits; nothing when it is left out.
                 * @enum {unknown}
                 */
                group?: "." | "," | " " | "'";
                /** @description Whether positive amounts left the account. */
                inverted?: boolean;
            };
            /** @description How lines and books are joined, one rule after the other. Left out: by reference and by a word of the text within 31 days, by the amount on the same day, then within 3 days. */
            rules?: {
                /**
                 * @description What a line and the books share: a `reference`, a word of the line’s `text`, or the `amount` alone.
                 * @enum {unknown}
                 */
                by: "reference" | "text" | "amount";
                /** @description How many days their dates may lie apart. */
                days: number;
            }[];
            /**
             * Format: date
             * @description The first day that is compared; the first one of the file when it is left out.
             */
            from?: string;
            /**
             * Format: date
             * @description The last day; the last one of the file when it is left out.
             */
            to?: string;
            /**
             * Format: binary
             * @description The file, as a part of `multipart/form-data` with a file name.
             */
            file: Blob;
        };
        ReconciliationRule: {
            /**
             * @description What a line and the books share.
             * @enum {string}
             */
            by: "reference" | "text" | "amount";
            /** @description How many days their dates may lie apart. */
            days: number;
        };
        ReconciliationFile: {
            /** @description Its name, as it was uploaded. */
            name: string;
            /** @description Its length. */
            bytes: number;
            /** @description Its hash: the same file has the same. */
            sha256: string;
        };
        ReconciliationProgress: {
            /** @description Lines that are read. */
            lines: number;
            /** @description Items that are written. */
            items: number;
            /** @description Items that there will be; null while the file is read. */
            totalItems: number | null;
        };
        ReconciliationSum: {
            /** @description How many items. */
            count: number;
            /** @description What their lines of the file add up to. */
            there: string;
            /** @description What their changes of the books add up to. */
            here: string;
        };
        ReconciliationProblem: {
            /** @description The line of the file, from 1. */
            row: number;
            /** @description The column, element or tag. */
            field: string;
            /** @description What is wrong with it. */
            message: string;
        };
        Reconciliation: {
            /** @description The reconciliation. */
            id: string;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The object whose cash the file is about; or `prefix`. */
            objectPath: string | null;
            /** @description All objects below it as one: what moves between them is left out, so that `/` is what reached the realm and left it. */
            prefix: string | null;
            /**
             * @description What the file is: `csv`, ISO 20022 `camt053`, or SWIFT `mt940`. Only booked lines of a statement count, and they have to lead from its opening to its closing balance.
             * @enum {string}
             */
            format: "csv" | "camt053" | "mt940";
            /**
             * @description What its texts are written in; UTF-8 when it is left out.
             * @enum {string}
             */
            encoding: "utf-8" | "windows-1252";
            /** @description Which columns of a CSV file say what, by the names in its first record. */
            mapping: {
                [key: string]: unknown;
            } | null;
            /** @description How lines and books are joined, one rule after the other. Left out: by reference and by a word of the text within 31 days, by the amount on the same day, then within 3 days. */
            rules: components["schemas"]["ReconciliationRule"][];
            /** @description The first day that is compared; the first one of the file when it is left out. */
            from: string | null;
            /** @description The last day; the last one of the file when it is left out. */
            to: string | null;
            /** @description The file, as a part of `multipart/form-data` with a file name. */
            file: components["schemas"]["ReconciliationFile"];
            /**
             * @description `failed`: the file cannot be read; `problems` says where. Only `completed` has a report.
             * @enum {string}
             */
            status: "running" | "completed" | "failed" | "cancelled";
            /** @description How far it is. */
            progress: components["schemas"]["ReconciliationProgress"];
            /** @description What each state adds up to, once it is completed. */
            summary: {
                /** @description The same in the file and the books. */
                matched: components["schemas"]["ReconciliationSum"];
                /** @description The same reference, and another amount. */
                differs: components["schemas"]["ReconciliationSum"];
                /** @description In the file, and not in the books. */
                missing_here: components["schemas"]["ReconciliationSum"];
                /** @description In the books, and not in the file. */
                missing_there: components["schemas"]["ReconciliationSum"];
            } | null;
            /** @description The first problems of the file, at most 20. Nothing of it was compared. */
            problems: components["schemas"]["ReconciliationProblem"][] | null;
            /** @description Who has uploaded it. */
            actor: {
                /**
                 * @description What kind of caller.
                 * @enum {string}
                 */
                type: "builder" | "api_key" | "end_user" | "system";
                /** @description The reconciliation. */
                id: string;
            };
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /** @description When it ended. */
            endedAt: string | null;
        };
        ReconciliationLine: {
            /** @description The line of the file, from 1; of a record over several lines the last one. */
            row: number;
            /**
             * Format: date
             * @description The day on which it was booked there.
             */
            date: string;
            /** @description Positive: it came in. */
            amount: string;
            /** @description What may name it in the books. */
            references: string[];
            /** @description What it was for, as the file says. */
            text: string | null;
        };
        ReconciliationEntry: {
            /**
             * Format: date-time
             * @description When it was booked.
             */
            at: string;
            /**
             * @description The type of its operation.
             * @enum {string}
             */
            type: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
            /** @description The operation; null for a change without one. */
            operationId: string | null;
            /** @description The path of the operation. */
            operationPath: string | null;
            /** @description The fact from outside that it rests on, such as the hash of a transaction. */
            reference: string | null;
            /** @description Positive: what is compared holds more by it, with its fees. */
            amount: string;
        };
        ReconciliationItem: {
            /** @description Its number: the lines of the file from 1, then what the file lacks. */
            number: number;
            /**
             * @description What the comparison came to.
             * @enum {string}
             */
            state: "matched" | "differs" | "missing_here" | "missing_there";
            /** @description The number of the rule that has joined the two, from 1. */
            rule: number | null;
            /** @description The amount of the file less that of the books; null when one is missing. */
            difference: string | null;
            /** @description The line of the file. */
            line: components["schemas"]["ReconciliationLine"] | null;
            /** @description The change of the books. */
            entry: components["schemas"]["ReconciliationEntry"] | null;
            /** @description The number of an item that is missing on the other side and has the same amount; or, of a line that names what another line is joined with, the number of that line: it may have been paid twice. It is for a person to look at: nothing joins the two, and nothing is booked. */
            suggestion: number | null;
        };
        ApprovedCall: {
            /**
             * @description Its method.
             * @enum {string}
             */
            method: "POST" | "PUT" | "PATCH" | "DELETE";
            /** @description Path and query. */
            address: string;
            /** @description Its body. */
            body: {
                [key: string]: unknown;
            } | null;
        };
        ApprovedAnswer: {
            /** @description The HTTP status. */
            status: number;
            /** @description The body. */
            body: {
                [key: string]: unknown;
            };
        };
        ApprovalDecision: {
            /** @description Who decided. */
            builderId: string;
            /**
             * @description What they decided.
             * @enum {string}
             */
            decision: "approve" | "deny";
            /**
             * Format: date-time
             * @description When.
             */
            decidedAt: string;
        };
        Approval: {
            /** @description The approval. */
            id: string;
            /** @description The realm, by its id. */
            realmId: string | null;
            /**
             * @description `approved`: it is being executed. `failed`: it was approved, and refused when it was executed; `code` and `message` say why.
             * @enum {string}
             */
            status: "pending" | "approved" | "executed" | "failed" | "denied" | "expired";
            /**
             * Format: uri
             * @description Where members of the organization decide, in a browser.
             */
            approvalUrl: string;
            /** @description The action that needs approvals. */
            action: string;
            /** @description What it is done to. */
            resource: string;
            /** @description What the request does, in words. */
            summary: string;
            /**
             * @description What kind of credential asked.
             * @enum {string}
             */
            credential: "builder" | "api_key" | "scoped_token";
            /** @description The credential that asked. */
            credentialId: string;
            /** @description The request, as it is executed; null when it cannot be opened any more. */
            request: components["schemas"]["ApprovedCall"] | null;
            /** @description What it was answered when it was executed; for the credential that asked alone. */
            answer?: components["schemas"]["ApprovedAnswer"];
            /** @description The path of its operation; null when it makes none, or several. */
            operationPath: string | null;
            /** @description The operations that it has made. */
            operationIds: string[];
            /** @description How many builders have to approve. */
            needed: number;
            /** @description How many have approved. */
            given: number;
            /** @description Who decided; for unrestricted credentials alone. */
            decisions?: components["schemas"]["ApprovalDecision"][];
            /** @description The refusal, when it failed. */
            code: string | null;
            /** @description The same in words. */
            message: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description Until then it can be approved.
             */
            expiresAt: string;
            /** @description When it was executed, failed, was denied or expired. */
            endedAt: string | null;
        };
        DecideApprovalRequest: {
            /**
             * @description What the person chose.
             * @enum {unknown}
             */
            decision: "approve" | "deny";
            /** @description From the page: proves that the form is its own. */
            formToken: string;
        };
        HealthCheck: {
            /** @description The dependency. */
            name: string;
            /** @description Without it no request can be served. */
            fatal: boolean;
            /** @description It answers. */
            ok: boolean;
            /** @description What was found. */
            detail: string;
        };
        Readiness: {
            /**
             * @description `ok`, `degraded` while something optional is down, `down` otherwise.
             * @enum {string}
             */
            status: "ok" | "degraded" | "down";
            /** @description Every dependency. */
            checks?: components["schemas"]["HealthCheck"][];
        };
        Error: {
            /**
             * @description True when the request was done, false when it was refused.
             * @constant
             */
            success: false;
            /** @description Why it was refused. */
            error: {
                /** @description What went wrong, for programs: one of the codes this reference lists. */
                code: string;
                /** @description What went wrong and what helps, for people. */
                message: string;
                /** @description Quote it when you report the failure; in the logs of the service. */
                errorId?: string;
                /** @description More about it, in fields of its own kind. */
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        "frame.authenticated": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "authenticated";
            /** @description The `requestId` of the frame that it answers. */
            requestId?: string | null;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description After so many seconds the connection ends. */
            maxConnectionLifetimeSec: number;
        };
        "frame.auth": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "auth";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The token in the address of the payment page. */
            token?: string | null;
            /** @description The key, without its secret. */
            apiKey?: string | null;
        };
        "frame.pong": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "pong";
            /** @description The `requestId` of the frame that it answers. */
            requestId?: string | null;
        };
        "frame.ping": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "ping";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
        };
        "frame.error": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "error";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /** @description What went wrong, for programs: one of the codes this reference lists. */
            code: string;
            /** @description What went wrong and what helps, for people. */
            message: string;
            /** @description More about it, in fields of its own kind. */
            details?: {
                [key: string]: unknown;
            };
            /** @description Quote it when you report the failure; in the logs of the service. */
            errorId?: string;
        };
        "frame.stream.resync": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "stream.resync";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description Why something is missing, or why the connection ends.
             * @enum {string}
             */
            reason: "gap" | "slow_consumer" | "connection_lifetime" | "server_shutdown";
            /** @description Connect again after so many milliseconds. */
            reconnectAfterMs?: number;
        };
        "frame.watch_snapshot": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "watch_snapshot";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
            /** @description The place in the journal of the realm up to which it shows everything. */
            sequence: number;
            /** @description What it holds, by denomination. */
            balances: components["schemas"]["WatchedBalance"][];
            /** @description Operations, newest first. */
            operations: components["schemas"]["Operation"][];
            /** @description The account of an exchange object; null of any other path. */
            exchange: components["schemas"]["ExchangeState"] | null;
            /** @description What it is worth: an object, or all of a folder; null when nothing is there. */
            valuation: components["schemas"]["Valuation"] | components["schemas"]["Aggregation"] | null;
        };
        "frame.watch": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "watch";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
        };
        "frame.unwatched": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "unwatched";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
        };
        "frame.unwatch": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "unwatch";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The path of the operation: it happens once, however often the request is sent. */
            path: string;
        };
        "frame.operation.created": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "operation.created";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The operation. */
            operation: components["schemas"]["Operation"];
        };
        "frame.operation.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "operation.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The operation. */
            operation: components["schemas"]["Operation"];
        };
        "frame.balance.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "balance.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What the object holds now. */
            balance: {
                /** @description The object, by its id. */
                objectId: string;
                /** @description The path of the operation: it happens once, however often the request is sent. */
                path: string;
                /** @description The path of the object. */
                objectPath: string;
                /** @description What it holds, by denomination. */
                balances: components["schemas"]["StreamedBalance"][];
            };
        };
        "frame.object.changed": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @enum {unknown}
             */
            type: "object.deleted" | "object.created" | "object.withdrawn";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The object. */
            object: components["schemas"]["Object"];
        };
        "frame.exchange.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "exchange.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The account of an exchange object; null of any other path. */
            exchange: components["schemas"]["ExchangeState"];
        };
        "frame.fill.previewed": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "fill.previewed";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The fill. */
            fill: components["schemas"]["StreamedFill"];
        };
        "frame.fill.recorded": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "fill.recorded";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The fill. */
            fill: components["schemas"]["StreamedFill"];
        };
        "frame.valuation.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "valuation.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What it is worth: an object, or all of a folder; null when nothing is there. */
            valuation: components["schemas"]["Valuation"];
        };
        "frame.subscribed.events": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "subscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "events";
            /** @description Types of events, `order.*` for a family, `*` for all. */
            types: string[];
        };
        "frame.subscribe_events": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "subscribe_events";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description Types of events, `order.*` for a family, `*` for all. */
            types: string[];
        };
        "frame.unsubscribed.events": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "unsubscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "events";
        };
        "frame.unsubscribe_events": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "unsubscribe_events";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description Types of events, `order.*` for a family, `*` for all. */
            types?: string[] | null;
        };
        "frame.event": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @enum {unknown}
             */
            type: "approval.denied" | "approval.executed" | "approval.expired" | "approval.failed" | "approval.requested" | "boundary.declared" | "boundary.frozen" | "boundary.inheritance_proposed" | "boundary.inheritance_refused" | "boundary.inherited" | "boundary.unfrozen" | "deposit.completed" | "deposit.confirmed" | "deposit.detected" | "fill.recorded" | "funding.applied" | "hold.captured" | "hold.created" | "hold.expired" | "hold.released" | "monitor.cleared" | "monitor.crossed" | "object.created" | "object.deleted" | "object.withdrawn" | "operation.expired" | "operation.failed" | "order.cancelled" | "order.failed" | "order.filled" | "order.open" | "order.partially_filled" | "order.pending" | "order.triggered" | "order.waiting_for_trigger" | "payment_link.completed" | "payment_link.expired" | "realm.created" | "realm.deleted" | "reconciliation.completed" | "reconciliation.failed" | "schedule.ended" | "schedule.executed" | "schedule.failed" | "schedule.paused" | "schedule.skipped" | "webhook.disabled" | "withdrawal.completed" | "withdrawal.failed";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The event. */
            event: components["schemas"]["Event"];
        };
        "frame.mids.snapshot": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "mids.snapshot";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description Price by market id */
            mids: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the prices were made.
             */
            marketDataAsOf: string;
            /** @description How old they are. */
            ageSeconds: number;
            /** @description From which age on they count as stale. */
            staleAfterSeconds: number;
            /** @description They are stale. */
            stale: boolean;
        };
        "frame.subscribe_mids": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "subscribe_mids";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The markets, in listing order. */
            markets?: string[] | null;
        };
        "frame.unsubscribed.mids": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "unsubscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "mids";
        };
        "frame.unsubscribe_mids": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "unsubscribe_mids";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The markets, in listing order. */
            markets?: string[] | null;
        };
        "frame.mids.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "mids.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Price by market id; only those that have changed */
            mids: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the prices were made.
             */
            marketDataAsOf: string;
            /** @description How old they are. */
            ageSeconds: number;
            /** @description From which age on they count as stale. */
            staleAfterSeconds: number;
            /** @description They are stale. */
            stale: boolean;
        };
        "frame.subscribed.candles": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "subscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "candles";
            /** @description The markets, in listing order. */
            markets: string[];
            /** @description How long the candles are. */
            intervals: ("15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d")[];
        };
        "frame.subscribe_candles": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "subscribe_candles";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The markets, in listing order. */
            markets: string[];
            /** @description How long the candles are. */
            intervals: ("15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d")[];
        };
        "frame.unsubscribed.candles": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "unsubscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "candles";
        };
        "frame.unsubscribe_candles": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "unsubscribe_candles";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The markets, in listing order. */
            markets?: string[] | null;
            /** @description How long the candles are. */
            intervals?: ("15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d")[] | null;
        };
        "frame.candle.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "candle.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description How long the candle is.
             * @enum {string}
             */
            interval: "15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            /** @description The candle. */
            candle: components["schemas"]["Candle"];
        };
        "frame.candle.closed": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "candle.closed";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The market: `<venue>:<index>:<symbol>`. */
            market: string;
            /**
             * @description How long the candle is.
             * @enum {string}
             */
            interval: "15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            /** @description The candle. */
            candle: components["schemas"]["Candle"];
        };
        "frame.subscribed.trades": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "subscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "trades";
        };
        "frame.subscribe_trades": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "subscribe_trades";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The markets, in listing order. */
            markets?: string[] | null;
        };
        "frame.unsubscribed.trades": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "unsubscribed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /**
             * @description What was subscribed to.
             * @constant
             */
            topic: "trades";
        };
        "frame.unsubscribe_trades": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "unsubscribe_trades";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The markets, in listing order. */
            markets?: string[] | null;
        };
        "frame.trades.batch": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "trades.batch";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The trades, market by market. */
            trades: components["schemas"]["Trade"][];
        };
        "frame.aggregation_watch_created": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "aggregation_watch_created";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /** @description The watch, by its id. */
            watchId: string;
            /** @description The place in the journal of the realm up to which it shows everything. */
            sequence: number;
            /** @description The present value. */
            aggregation: components["schemas"]["Aggregation"];
        };
        "frame.create_aggregation_watch": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "create_aggregation_watch";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description What is watched; an object that several name counts once. */
            sources: {
                /**
                 * @description How `value` is meant.
                 * @enum {unknown}
                 */
                type: "prefix" | "pattern" | "paths" | "watch";
                /** @description A folder, a pattern with `*`, paths separated by commas, or a watch. */
                value: string;
            }[];
        };
        "frame.aggregation_watch_destroyed": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "aggregation_watch_destroyed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /** @description The watch, by its id. */
            watchId: string;
        };
        "frame.destroy_aggregation_watch": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "destroy_aggregation_watch";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The watch, by its id. */
            watchId: string;
        };
        "frame.aggregation.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "aggregation.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The watch, by its id. */
            watchId: string;
            /** @description The present value. */
            aggregation: components["schemas"]["Aggregation"];
        };
        "frame.chart_watch_created": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "chart_watch_created";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /** @description The running point. */
            chart: components["schemas"]["ChartPoint"];
        };
        "frame.watch_chart_history": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "watch_chart_history";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The name of the chart, which the client has chosen. */
            watchId: string;
            /** @description A folder with a trailing slash, or a path without one. */
            target?: string | null;
            /**
             * @description `object`: the object `objectId`, under whatever path it has.
             * @enum {unknown}
             */
            kind?: "path" | "object" | null;
            /** @description The object, by its id. */
            objectId?: string | null;
        };
        "frame.chart_watch_destroyed": {
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "chart_watch_destroyed";
            /** @description The `requestId` of the frame that it answers. */
            requestId: string | null;
            /** @description The watch, by its id. */
            watchId: string;
        };
        "frame.unwatch_chart_history": {
            /**
             * @description What the frame asks for.
             * @constant
             */
            action: "unwatch_chart_history";
            /** @description A text of your own; the answer repeats it. */
            requestId?: string | null;
            /** @description The name of the chart, which the client has chosen. */
            watchId: string;
            /** @description A folder with a trailing slash, or a path without one. */
            target?: string | null;
            /**
             * @description `object`: the object `objectId`, under whatever path it has.
             * @enum {unknown}
             */
            kind?: "path" | "object" | null;
            /** @description The object, by its id. */
            objectId?: string | null;
        };
        "frame.chart.snapshot.updated": {
            /** @description Counts the events of this connection from 1, without a gap. */
            deliverySeq: number;
            /**
             * @description What kind of frame it is.
             * @constant
             */
            type: "chart.snapshot.updated";
            /**
             * Format: uuid
             * @description The realm, by its id.
             */
            realmId: string;
            /** @description What it is about: an id, or a name. */
            entityId: string | null;
            /** @description The path of that, where it has one. */
            entityPath: string | null;
            /** @description The same for the same event on every connection, and after every reconnect. */
            eventId: string;
            /** @description What it belongs to: an operation, or an order. */
            correlationId: string | null;
            /** @description The place in the journal of the realm; of prices, their time in milliseconds. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The running point. */
            chart: components["schemas"]["ChartPoint"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "googleIdToken": "eyJhbGciOiJSUzI1NiJ9.from.google"
                 *     }
                 */
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Access token: a JSON Web Token, 15 minutes */
                            token: string;
                            /** @description `svc_rt_…`, 30 days, works once */
                            refreshToken: string;
                            /**
                             * Format: date-time
                             * @description When it ends by itself.
                             */
                            expiresAt: string;
                            /** @description Who is signed in. */
                            builder: components["schemas"]["Builder"];
                        };
                    };
                };
            };
        };
    };
    refreshSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "svc_rt_from-sign-in"
                 *     }
                 */
                "application/json": components["schemas"]["RefreshSessionRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Access token: a JSON Web Token, 15 minutes */
                            token: string;
                            /** @description `svc_rt_…`, 30 days, works once */
                            refreshToken: string;
                            /**
                             * Format: date-time
                             * @description When it ends by itself.
                             */
                            expiresAt: string;
                        };
                    };
                };
            };
        };
    };
    revokeRefreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "refreshToken": "svc_rt_from-sign-in"
                 *     }
                 */
                "application/json": components["schemas"]["RevokeRefreshTokenRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: the refresh token is used up. */
                            loggedOut: boolean;
                        };
                    };
                };
            };
        };
    };
    getCurrentBuilder: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Builder"];
                    };
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The sessions, newest first. */
                            sessions: components["schemas"]["Session"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The session, by its id.
                 * @example brs_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: the session has ended. */
                            ended: boolean;
                        };
                    };
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /**
                 * @description What was done.
                 * @example sign_in
                 */
                eventType?: "sign_in" | "token_refreshed" | "session_ended" | "member_invited" | "invitation_revoked" | "member_joined" | "member_role_changed" | "member_left" | "token_minted" | "token_revoked" | "api_key_created" | "api_key_revoked" | "api_key_adopted" | "signing_key_registered" | "signing_key_revoked" | "permission_denied" | "step_up_approved" | "approval_requested" | "approval_given" | "approval_denied" | "approval_expired" | "approval_executed" | "realm_created" | "realm_deleted" | "realm_settings_changed" | "books_imported" | "recovery_key_requested" | "recovery_key_registered" | "time_lock_requested" | "arming_requested" | "key_accepted" | "key_cancel_requested" | "cosigner_change_proposed" | "inheritance_requested" | "rescue_proposed" | "halt_set" | "halt_lifted" | "webhook_created" | "webhook_changed" | "webhook_deleted" | "webhook_secret_rotated" | "webhook_disabled" | "schedule_created" | "schedule_paused" | "schedule_resumed" | "schedule_deleted" | "monitor_created" | "monitor_deleted" | "reconciliation_created" | "reconciliation_cancelled" | "reconciliation_deleted";
                /**
                 * @description The realm it was done in.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description From this moment on, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                since?: string;
                /**
                 * @description Up to this moment, RFC 3339.
                 * @example 2027-01-01T00:00:00Z
                 */
                until?: string;
                /**
                 * @description Whether it succeeded; of a list: `true` or `false`.
                 * @example true
                 */
                success?: "true" | "false";
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether it succeeded; of a list: `true` or `false`.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The entries, newest first. */
                            entries: components["schemas"]["AuditEntry"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    listPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Every action. */
                            actions: components["schemas"]["Action"][];
                            /** @description Names for several actions. */
                            aliases: {
                                [key: string]: string[];
                            };
                            /** @description Names for what API keys may do. */
                            presets: {
                                [key: string]: string[];
                            };
                            /** @description What a member may do, by their role: see docs/permissions.md. */
                            roles: {
                                /** @description What an owner may do. */
                                owner: ("read" | "act" | "decide" | "manage")[];
                                /** @description What a developer may do. */
                                developer: ("read" | "act" | "decide" | "manage")[];
                                /** @description What a viewer may do. */
                                viewer: ("read" | "act" | "decide" | "manage")[];
                            };
                        };
                    };
                };
            };
        };
    };
    getStepUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The confirmation, by its id.
                 * @example stp_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["StepUp"];
                    };
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The members, newest first. */
                            members: components["schemas"]["Member"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The member, by the id of the builder.
                 * @example bld_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: they are no member any more. */
                            removed: boolean;
                        };
                    };
                };
            };
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The member, by the id of the builder.
                 * @example bld_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "developer"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateMemberRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The member. */
                            member: components["schemas"]["Member"];
                        };
                    };
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The invitations, newest first. */
                            invitations: components["schemas"]["Invitation"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "role": "developer"
                 *     }
                 */
                "application/json": components["schemas"]["CreateInvitationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The invitation, without its secret. */
                            invitation: components["schemas"]["Invitation"];
                            /** @description Shown once: whoever is invited accepts with it */
                            secret: string;
                            /**
                             * Format: uri
                             * @description The page on which they accept in a browser
                             */
                            acceptUrl: string;
                        };
                    };
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The invitation, by its id.
                 * @example inv_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is revoked. */
                            revoked: boolean;
                        };
                    };
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "googleIdToken": "eyJhbGciOiJSUzI1NiJ9.from.google",
                 *       "secret": "svc_inv_from-the-invitation"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Access token: a JSON Web Token, 15 minutes */
                            token: string;
                            /** @description `svc_rt_…`, 30 days, works once */
                            refreshToken: string;
                            /**
                             * Format: date-time
                             * @description When it ends by itself.
                             */
                            expiresAt: string;
                            /** @description Who is signed in. */
                            builder: components["schemas"]["Builder"];
                        };
                    };
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description Only keys that are locked to this realm.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description Only keys that stand, or only those that were revoked.
                 * @example active
                 */
                status?: "active" | "revoked";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The keys. */
                            apiKeys: components["schemas"]["ApiKey"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nightly payouts",
                 *       "permissions": "read"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The key, without its secret. */
                            apiKey: components["schemas"]["ApiKey"];
                            /** @description `svc_<prefix>_<secret>`, shown once */
                            rawKey: string;
                        };
                    };
                };
            };
        };
    };
    adoptApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key, by its id.
                 * @example key_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The key, without its secret. */
                            apiKey: components["schemas"]["ApiKey"];
                        };
                    };
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The API key, by its id.
                 * @example key_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is revoked. */
                            revoked: boolean;
                        };
                    };
                };
            };
        };
    };
    mintScopedToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "sub": "user-1",
                 *       "scope": {
                 *         "statements": [
                 *           {
                 *             "effect": "Allow",
                 *             "actions": [
                 *               "svc:ReadObject"
                 *             ],
                 *             "resources": [
                 *               "/users/u1/*"
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MintScopedTokenRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The scoped token. */
                            token: string;
                            /**
                             * Format: date-time
                             * @description When it ends by itself.
                             */
                            expiresAt: string;
                        };
                    };
                };
            };
        };
    };
    listScopedTokens: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The scoped tokens, newest first. */
                            tokens: components["schemas"]["ScopedToken"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    revokeScopedToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The scoped token, by its id.
                 * @example 9b2d6f0e-7a41-4c83-b5de-1f3a5c7e9d20
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is revoked. */
                            revoked: boolean;
                        };
                    };
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: {
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The keys. */
                            signingKeys: components["schemas"]["SigningKey"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Treasury laptop",
                 *       "publicKey": "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
                 *     }
                 */
                "application/json": components["schemas"]["CreateSigningKeyRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["SigningKey"];
                    };
                };
            };
        };
    };
    deleteSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing key, by its id.
                 * @example sgk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is revoked. */
                            revoked: boolean;
                            /** @description Its id. */
                            id: string;
                        };
                    };
                };
            };
        };
    };
    cancelSigningKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The signing key, by its id.
                 * @example sgk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is revoked before it became active. */
                            cancelled: boolean;
                            /** @description Its id. */
                            id: string;
                        };
                    };
                };
            };
        };
    };
    listSigningKeyEvents: {
        parameters: {
            query?: {
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The signing key, by its id.
                 * @example sgk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What happened to the key, newest first. */
                            events: components["schemas"]["SigningKeyEvent"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    listRealms: {
        parameters: {
            query?: {
                /**
                 * @description Only realms of this asset.
                 * @example paper
                 */
                asset?: "paper" | "live";
                /**
                 * @description Only realms of this lifecycle.
                 * @example permanent
                 */
                lifecycle?: "permanent" | "temporary";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The realms, newest first. */
                            realms: components["schemas"]["Realm"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createRealm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Example app",
                 *       "asset": "paper"
                 *     }
                 */
                "application/json": components["schemas"]["CreateRealmRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Realm"];
                    };
                };
            };
        };
    };
    getRealm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Realm"];
                    };
                };
            };
        };
    };
    deleteRealm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * @description True: it is gone.
                             * @constant
                             */
                            deleted: true;
                        };
                    };
                };
            };
        };
    };
    updateRealmSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "branding": {
                 *         "displayName": "Example app",
                 *         "accentColor": "#1f6feb"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateRealmSettingsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Realm"];
                    };
                };
            };
        };
    };
    getRealmSummary: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Objects that are not deleted. */
                            objectCount: number;
                            /** @description Operations of every state. */
                            operationCount: number;
                            /** @description Events ever emitted. */
                            eventCount: number;
                            /** @description Operations that have not ended. */
                            pendingOperationCount: number;
                        };
                    };
                };
            };
        };
    };
    getReconciliation: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description No balance drifts. */
                            ok: boolean;
                            /**
                             * Format: date-time
                             * @description When the books were read.
                             */
                            checkedAt: string;
                            /** @description Each balance beside its legs. */
                            objects: components["schemas"]["ReconciledBalance"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    verifyRealm: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Every check holds. */
                            ok: boolean;
                            /** @description Each invariant by itself. */
                            checks: components["schemas"]["VerificationCheck"][];
                        };
                    };
                };
            };
        };
    };
    deleteObject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/users/u1/wallet",
                 *       "sweepToPath": "/users/u2/wallet"
                 *     }
                 */
                "application/json": components["schemas"]["DeleteObjectRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The object. */
                            object: components["schemas"]["Object"];
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    getObjectDeletionReadiness: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["DeletionReadiness"];
                    };
                };
            };
        };
    };
    browseFolder: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description Only what lies below this folder, or exactly at this path.
                 * @example /users/
                 */
                prefix?: string;
                /**
                 * @description `true`: also objects that are gone.
                 * @example true
                 */
                includeDeleted?: "true" | "false";
                /**
                 * @description `labels`: also the labels of each.
                 * @example labels
                 */
                include?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The child paths alone; prefer `paths`. */
                            folders: string[];
                            /** @description The child paths. */
                            paths: components["schemas"]["FolderEntry"][];
                            /** @description Which custody boundary the folder lies in. */
                            currentIsolation: components["schemas"]["Isolation"];
                            /** @description Objects, newest first. */
                            objects: components["schemas"]["Object"][];
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    updateObjectLabels: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "labels": {
                 *         "plan": "gold",
                 *         "trial": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateObjectLabelsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The object. */
                            object: components["schemas"]["Object"];
                        };
                    };
                };
            };
        };
    };
    listObjectVersions: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Every object that was ever at this path, newest first. */
                            versions: components["schemas"]["Object"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    listObjects: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description Only what lies below this folder, or exactly at this path.
                 * @example /users/
                 */
                prefix?: string;
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description The path itself and every path that goes on after it and a slash
                 * @example /op/
                 */
                path?: string;
                /**
                 * @description Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`
                 * @example /op/invoice
                 */
                pathPrefix?: string;
                /**
                 * @description Of this type only.
                 * @example denominated
                 */
                type?: "denominated" | "deposit" | "withdrawal" | "escrow" | "exchange";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description `true`: also objects that are gone.
                 * @example true
                 */
                includeDeleted?: "true" | "false";
                /**
                 * @description `labels`: also the labels of each.
                 * @example labels
                 */
                include?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Objects, newest first. */
                            objects: components["schemas"]["Object"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createObject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/users/u1/savings"
                 *     }
                 */
                "application/json": components["schemas"]["CreateObjectRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The object. */
                            object: components["schemas"]["Object"];
                        };
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The object. */
                            object: components["schemas"]["Object"];
                            /** @description Its create operation; there is none when the object was there already. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    getObjectByPath: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the object.
                 * @example /users/u1/wallet
                 */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The object. */
                            object: components["schemas"]["Object"];
                            /** @description Operations, newest first. */
                            operations: components["schemas"]["Operation"][];
                            /** @description Events, newest first. */
                            events: components["schemas"]["Event"][];
                            /** @description Changes, newest first. */
                            deltas: components["schemas"]["Delta"][];
                            /** @description What it holds, by denomination. */
                            balances: components["schemas"]["ObjectBalance"][];
                        };
                    };
                };
            };
        };
    };
    getObject: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The object. */
                            object: components["schemas"]["Object"];
                            /** @description Operations, newest first. */
                            operations: components["schemas"]["Operation"][];
                            /** @description Events, newest first. */
                            events: components["schemas"]["Event"][];
                            /** @description Changes, newest first. */
                            deltas: components["schemas"]["Delta"][];
                            /** @description What it holds, by denomination. */
                            balances: components["schemas"]["ObjectBalance"][];
                        };
                    };
                };
            };
        };
    };
    listObjectBalances: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What it holds, by denomination. */
                            balances: components["schemas"]["Balance"][];
                        };
                    };
                };
            };
        };
    };
    getObjectLimits: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What bounds the movements of the object. */
                            limits: components["schemas"]["ObjectLimits"];
                        };
                    };
                };
            };
        };
    };
    setObjectLimits: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e"
                 *     }
                 */
                "application/json": components["schemas"]["SetObjectLimitsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What bounds the movements of the object. */
                            limits: components["schemas"]["ObjectLimits"];
                        };
                    };
                };
            };
        };
    };
    getObjectSnapshot: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The moment, RFC 3339; of one to come the answer is of now.
                 * @example 2026-01-02T00:00:00Z
                 */
                asOf: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * Format: uuid
                             * @description The realm, by its id.
                             */
                            realmId: string;
                            /** @description The object, by its id. */
                            objectId: string;
                            /**
                             * Format: date-time
                             * @description The moment, RFC 3339; of one to come the answer is of now.
                             */
                            asOf: string;
                            /**
                             * Format: date-time
                             * @description Only where the moment asked for had not come: the moment that the answer is of. What is posted later changes it.
                             */
                            interimAsOf?: string;
                            /** @description What it holds, by denomination. */
                            balances: {
                                /** @description What the amount is counted in: `USD`. */
                                denomination: string;
                                /** @description USD as a decimal string, at most six decimals. */
                                amount: string;
                            }[];
                            /** @description Positions of an exchange object at that moment. */
                            positions: {
                                [key: string]: unknown;
                            }[];
                        };
                    };
                };
            };
        };
    };
    getObjectStatement: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description `csv` for a file with the same lines.
                 * @example json
                 */
                format?: "json" | "csv";
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * Format: uuid
                             * @description The realm, by its id.
                             */
                            realmId: string;
                            /** @description The object, by its id. */
                            objectId: string;
                            /** @description The path of the object. */
                            objectPath: string;
                            /** @description What the amount is counted in: `USD`. */
                            denomination: string;
                            /** @description The beginning, RFC 3339. */
                            from: string | null;
                            /**
                             * Format: date-time
                             * @description The end, RFC 3339.
                             */
                            to: string;
                            /** @description Whether the period that was asked for is not over: it is told up to `to`, the moment of the answer, and more lines may follow in it. */
                            isInterim: boolean;
                            /** @description What the object held before the first line. */
                            openingBalance: string;
                            /** @description What each entry of the journal did to it, oldest first. */
                            lines: components["schemas"]["StatementLine"][];
                            /** @description What it held after the last line. */
                            closingBalance: string;
                        };
                    };
                    "text/csv": string;
                };
            };
        };
    };
    getLiabilityProof: {
        parameters: {
            query?: {
                /**
                 * @description The attestation that the proof is to be of; only the newest one has proofs.
                 * @example att_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                attestationId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["LiabilityProof"];
                    };
                };
            };
        };
    };
    getObjectAggregateHistory: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description A folder with a trailing slash, or a path without one.
                 * @example /users/
                 */
                target?: string;
                /**
                 * @description The old name of `target`.
                 * @example /users/
                 */
                prefix?: string;
                /**
                 * @description `object`: the object `objectId`, under whatever path it had.
                 * @example object
                 */
                kind?: "path" | "object";
                /**
                 * @description The object, when `kind` is `object`.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to: string;
                /**
                 * @description At most so many points.
                 * @example 1000
                 */
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description A folder with a trailing slash, or a path without one. */
                            target: string;
                            /**
                             * @description `object`: the object `objectId`, under whatever path it had.
                             * @enum {string}
                             */
                            kind: "path" | "object";
                            /** @description The object, when `kind` is `object`. */
                            objectId?: string;
                            /**
                             * Format: date-time
                             * @description The beginning, RFC 3339.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description The end, RFC 3339.
                             */
                            to: string;
                            /**
                             * @description The length of a bucket.
                             * @enum {string}
                             */
                            resolution: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
                            /**
                             * @description The length asked for, when the range reaches back further than it is kept.
                             * @enum {string}
                             */
                            resolutionRequested?: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
                            /**
                             * Format: date-time
                             * @description When the service answered.
                             */
                            serverNow: string;
                            /** @description At most so many points. */
                            points: {
                                /**
                                 * Format: date-time
                                 * @description The end of the bucket.
                                 */
                                ts: string;
                                /** @description The value then. */
                                equityUsd: string;
                                /**
                                 * @description `open`: still changing. `sealed`: final. `carried`: as before. `incomplete`: a price is missing.
                                 * @enum {string}
                                 */
                                status: "open" | "sealed" | "carried" | "incomplete";
                            }[];
                        };
                    };
                };
            };
        };
    };
    getObjectPnlHistory: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description A folder with a trailing slash, or a path without one.
                 * @example /users/
                 */
                target?: string;
                /**
                 * @description The old name of `target`.
                 * @example /users/
                 */
                prefix?: string;
                /**
                 * @description `object`: the object `objectId`, under whatever path it had.
                 * @example object
                 */
                kind?: "path" | "object";
                /**
                 * @description The object, when `kind` is `object`.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to: string;
                /**
                 * @description At most so many points.
                 * @example 1000
                 */
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description A folder with a trailing slash, or a path without one. */
                            target: string;
                            /**
                             * @description `object`: the object `objectId`, under whatever path it had.
                             * @enum {string}
                             */
                            kind: "path" | "object";
                            /** @description The object, when `kind` is `object`. */
                            objectId?: string;
                            /**
                             * Format: date-time
                             * @description The beginning, RFC 3339.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description The end, RFC 3339.
                             */
                            to: string;
                            /**
                             * @description The length of a bucket.
                             * @enum {string}
                             */
                            resolution: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
                            /**
                             * @description The length asked for, when the range reaches back further than it is kept.
                             * @enum {string}
                             */
                            resolutionRequested?: "1m" | "5m" | "15m" | "30m" | "1h" | "4h" | "1d";
                            /**
                             * Format: date-time
                             * @description When the service answered.
                             */
                            serverNow: string;
                            /**
                             * Format: date-time
                             * @description When the range begins.
                             */
                            startTs: string;
                            /** @description The value when it begins. */
                            startEquityUsd: string;
                            /** @description At most so many points. */
                            points: {
                                /**
                                 * Format: date-time
                                 * @description The end of the bucket.
                                 */
                                ts: string;
                                /** @description Gain or loss since the range began. */
                                pnlUsd: string;
                                /** @description The value then. */
                                equityUsd: string;
                                /**
                                 * @description `open`: still changing. `sealed`: final. `carried`: as before. `incomplete`: a price is missing.
                                 * @enum {string}
                                 */
                                status: "open" | "sealed" | "carried" | "incomplete";
                            }[];
                        };
                    };
                };
            };
        };
    };
    getObjectValuation: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the object.
                 * @example /users/u1/wallet
                 */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True; stands here in place of `success`.
                         * @constant
                         */
                        ok: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Valuation"];
                    };
                };
            };
        };
    };
    getObjectAggregate: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description A folder with a trailing slash holds all that lies below it; without one it is exactly this path.
                 * @example /users/
                 */
                prefix: string;
                /**
                 * @description A moment of the past, RFC 3339; of one to come the answer is of now.
                 * @example 2026-01-02T00:00:00Z
                 */
                asOf?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Aggregation"];
                    };
                };
            };
        };
    };
    getObjectPnl: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description A folder with a trailing slash holds all that lies below it; without one it is exactly this path.
                 * @example /users/
                 */
                prefix: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end, RFC 3339; of one to come the answer is of now.
                 * @example 2026-01-02T00:00:00Z
                 */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description A folder with a trailing slash holds all that lies below it; without one it is exactly this path. */
                            prefix: string;
                            /**
                             * Format: date-time
                             * @description The beginning, RFC 3339.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description The end, RFC 3339; of one to come the answer is of now.
                             */
                            to: string;
                            /**
                             * Format: date-time
                             * @description Only where the moment asked for had not come: the moment that the answer is of. What is posted later changes it.
                             */
                            interimAsOf?: string;
                            /** @description The value at the beginning. */
                            startingEquityUsd: string;
                            /** @description The value at the end. */
                            endingEquityUsd: string;
                            /** @description What came from outside. */
                            netInflowsUsd: string;
                            /** @description What went outside. */
                            netOutflowsUsd: string;
                            /** @description Ending less starting, less inflows, plus outflows. */
                            pnlUsd: string;
                            /** @description What crossed the border, newest first. */
                            externalFlows: components["schemas"]["ExternalFlow"][];
                            /** @description How many there are, when not all are shown. */
                            externalFlowsTotal?: number;
                            /** @description The prices the end was valued with. */
                            endingMidPrice: components["schemas"]["MidPrice"];
                            /** @description False, and only then present, when a price was missing. */
                            midsComplete?: boolean;
                        };
                    };
                };
            };
        };
    };
    getFolderLabels: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the folder.
                 * @example /users/u1
                 */
                path: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["FolderLabels"];
                    };
                };
            };
        };
    };
    setFolderLabels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/users/u1",
                 *       "labels": {
                 *         "plan": "gold"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetFolderLabelsRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["FolderLabels"];
                    };
                };
            };
        };
    };
    createIsolationZone: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/vaults/u1"
                 *     }
                 */
                "application/json": components["schemas"]["CreateIsolationZoneRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["IsolationZone"];
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["IsolationZone"];
                    };
                };
            };
        };
    };
    reverseOperation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The operation, by its id.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/reverseOperation-1"
                 *     }
                 */
                "application/json": components["schemas"]["ReverseOperationRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    exportOperations: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to: string;
                /**
                 * @description Of this type only.
                 * @example transfer
                 */
                type?: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
                /**
                 * @description Of these types, separated by commas; wins over `type`.
                 * @example deposit,withdrawal
                 */
                types?: string;
                /**
                 * @description Of this object only.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description Of objects at this path, or anywhere below it.
                 * @example /users
                 */
                objectPath?: string;
                /**
                 * @description The path itself and every path that goes on after it and a slash
                 * @example /op/
                 */
                path?: string;
                /**
                 * @description Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`
                 * @example /op/invoice
                 */
                pathPrefix?: string;
                /**
                 * @description In this state only.
                 * @example pending
                 */
                state?: "pending" | "completed" | "failed" | "expired";
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * @description The form of the evidence.
                             * @enum {string}
                             */
                            version: "audit-evidence.v1";
                            /**
                             * Format: uuid
                             * @description The realm, by its id.
                             */
                            realmId: string;
                            /**
                             * Format: date-time
                             * @description The beginning, RFC 3339.
                             */
                            from: string;
                            /**
                             * Format: date-time
                             * @description The end, RFC 3339.
                             */
                            to: string;
                            /**
                             * Format: date-time
                             * @description When the page was made.
                             */
                            exportedAt: string;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                            /** @description Operations with their evidence, oldest first. */
                            operations: components["schemas"]["OperationEvidence"][];
                            /** @description The hash chain over their journal entries; null when there are none. */
                            chain: components["schemas"]["ChainProof"] | null;
                            /** @description Seals the page, so that pages can be kept as a chain. */
                            digest: {
                                /** @description The number of the page in the export. */
                                page: number;
                                /** @description `sealed` of the page before; null on the first one. */
                                previous: string | null;
                                /** @description SHA-256 over the page. */
                                content: string;
                                /** @description SHA-256 over content and previous. */
                                sealed: string;
                            };
                        };
                    };
                };
            };
        };
    };
    listOperations: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description Of this type only.
                 * @example transfer
                 */
                type?: "transfer" | "hold" | "capture" | "reversal" | "posting" | "create" | "delete" | "deposit" | "withdrawal" | "swap" | "fee_distribution" | "adjustment" | "order" | "fill" | "cancel" | "funding" | "venue_close" | "twap";
                /**
                 * @description Of these types, separated by commas; wins over `type`.
                 * @example deposit,withdrawal
                 */
                types?: string;
                /**
                 * @description Of this object only.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description Of objects at this path, or anywhere below it.
                 * @example /users
                 */
                objectPath?: string;
                /**
                 * @description The path itself and every path that goes on after it and a slash
                 * @example /op/
                 */
                path?: string;
                /**
                 * @description Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`
                 * @example /op/invoice
                 */
                pathPrefix?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description In this state only.
                 * @example pending
                 */
                state?: "pending" | "completed" | "failed" | "expired";
                /**
                 * @description Resting on this fact from outside: `reference` of a line of a statement, `externalRef` of a proof.
                 * @example 31337:0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b:0
                 */
                reference?: string;
                /**
                 * @description Carried by this transaction of the chain, also by one that was replaced.
                 * @example 0x5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b
                 */
                transactionHash?: string;
                /**
                 * @description `true`: also what each was about.
                 * @example true
                 */
                includeContext?: "true" | "false";
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Operations, newest first. */
                            operations: components["schemas"]["ListedOperation"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                        };
                    };
                };
            };
        };
    };
    getOperation: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description `true`: also journal, proofs and chain transactions.
                 * @example true
                 */
                includeEvidence?: "true" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The operation, by its id.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["OperationDetail"];
                            /** @description What it was about, by its `type`; null where there is nothing to tell. */
                            context: (components["schemas"]["TwapContext"] | components["schemas"]["VenueCloseContext"] | components["schemas"]["FundingContext"] | components["schemas"]["FillContext"] | components["schemas"]["AdjustmentContext"] | components["schemas"]["CancelContext"] | components["schemas"]["OrderContext"] | components["schemas"]["DeleteContext"] | components["schemas"]["WithdrawalContext"] | components["schemas"]["DepositContext"] | components["schemas"]["PostingContext"] | components["schemas"]["ReversalContext"] | components["schemas"]["CaptureContext"] | components["schemas"]["HoldContext"] | components["schemas"]["TransferContext"]) | null;
                            /** @description Events, newest first. */
                            events: components["schemas"]["Event"][];
                            /** @description Changes, newest first. */
                            deltas: components["schemas"]["Delta"][];
                            /** @description Journal, proofs and chain transactions (`audit-evidence.v1`); when asked for. */
                            evidence?: components["schemas"]["Evidence"];
                        };
                    };
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description Of this type only.
                 * @example deposit.completed
                 */
                type?: string;
                /**
                 * @description Of this object only.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description Of objects at this path, or anywhere below it.
                 * @example /users
                 */
                objectPath?: string;
                /**
                 * @description The path itself and every path that goes on after it and a slash
                 * @example /op/
                 */
                path?: string;
                /**
                 * @description Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`
                 * @example /op/invoice
                 */
                pathPrefix?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Events, newest first. */
                            events: components["schemas"]["Event"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                        };
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The event, by its id.
                 * @example evt_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The event. */
                            event: components["schemas"]["Event"];
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"] | null;
                            /** @description Changes, newest first. */
                            deltas: components["schemas"]["Delta"][];
                        };
                    };
                };
            };
        };
    };
    listDeltas: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The same as `deltaType`.
                 * @example balance_change
                 */
                type?: "balance_change" | "hold_change" | "status_change" | "position_change" | "labels_change" | "limits_change" | "creation" | "deletion" | "adjustment";
                /**
                 * @description Of this type only.
                 * @example balance_change
                 */
                deltaType?: "balance_change" | "hold_change" | "status_change" | "position_change" | "labels_change" | "limits_change" | "creation" | "deletion" | "adjustment";
                /**
                 * @description Of this object only.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description Of objects at this path, or anywhere below it.
                 * @example /users
                 */
                objectPath?: string;
                /**
                 * @description The path itself and every path that goes on after it and a slash
                 * @example /op/
                 */
                path?: string;
                /**
                 * @description Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`
                 * @example /op/invoice
                 */
                pathPrefix?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Changes, newest first. */
                            deltas: components["schemas"]["Delta"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                        };
                    };
                };
            };
        };
    };
    createTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createTransfer-1",
                 *       "sourceObjectPath": "/users/u1/wallet",
                 *       "targetObjectPath": "/users/u2/wallet",
                 *       "amount": "12.50"
                 *     }
                 */
                "application/json": components["schemas"]["CreateTransferRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description What the movement costs: a part of its amount. */
                            fee?: components["schemas"]["Money"];
                            /**
                             * @description Check only, move nothing.
                             * @constant
                             */
                            dryRun: true;
                        };
                    };
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description What the movement costs: a part of its amount. */
                            fee?: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    createBulkTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "mode": "atomic",
                 *       "transfers": [
                 *         {
                 *           "path": "/op/createBulkTransfer-1",
                 *           "sourceObjectPath": "/users/u1/wallet",
                 *           "targetObjectPath": "/users/u2/wallet",
                 *           "amount": "12.50"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateBulkTransferRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * @description `atomic`: all or none. `independent`: each for itself.
                             * @enum {string}
                             */
                            mode: "atomic" | "independent";
                            /** @description What came of each, in the same order. */
                            results: components["schemas"]["BulkResult"][];
                        };
                    };
                };
            };
        };
    };
    createPosting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createPosting-1",
                 *       "sources": [
                 *         {
                 *           "objectPath": "/users/u1/wallet"
                 *         }
                 *       ],
                 *       "targets": [
                 *         {
                 *           "objectPath": "/users/u2/wallet",
                 *           "share": "100%"
                 *         }
                 *       ],
                 *       "amount": "10.00"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePostingRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description What the movement costs: a part of its amount. */
                            fee?: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    fundAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "objectPath": "/users/u1/wallet",
                 *       "amount": "12.50",
                 *       "path": "/op/fundAccount-1"
                 *     }
                 */
                "application/json": components["schemas"]["FundAccountRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The event. */
                            event: {
                                /** @description The event. */
                                id: string;
                                /** @description What happened. */
                                type: string;
                                /** @description The facts, as JSON text. */
                                payload: string;
                            };
                            /** @description The contract to pay to. */
                            poolAddress?: string;
                            /** @description The token to pay with. */
                            tokenAddress?: string;
                            /** @description The chain to pay on. */
                            chain?: string;
                            /**
                             * Format: date-time
                             * @description When it ends by itself.
                             */
                            expiresAt?: string;
                        };
                        /** @description What the caller should know of a request that was done. */
                        notices?: {
                            /**
                             * @description What it is about; `RETRY_REPEATS`: a retry would do it again.
                             * @enum {string}
                             */
                            code: "RETRY_REPEATS";
                            /** @description What to do next time, in words. */
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    defundAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "objectPath": "/users/u1/wallet",
                 *       "amount": "12.50",
                 *       "path": "/op/defundAccount-1"
                 *     }
                 */
                "application/json": components["schemas"]["DefundAccountRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The transaction on the chain; null until there is one. */
                            txHash: string | null;
                        };
                        /** @description What the caller should know of a request that was done. */
                        notices?: {
                            /**
                             * @description What it is about; `RETRY_REPEATS`: a retry would do it again.
                             * @enum {string}
                             */
                            code: "RETRY_REPEATS";
                            /** @description What to do next time, in words. */
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    proposeWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/proposeWithdrawal-1",
                 *       "objectPath": "/users/u1/wallet",
                 *       "amount": "12.50",
                 *       "destinationAddress": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["ProposeWithdrawalRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawalProposal"];
                };
            };
        };
    };
    createCosignedWithdrawal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createCosignedWithdrawal-1",
                 *       "objectPath": "/users/u1/wallet",
                 *       "amount": "12.50",
                 *       "destinationAddress": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "deadline": 4000000000,
                 *       "nonce": "op_01k8m4x2v7q9t3w5y6z8a1b2c3",
                 *       "signature": "0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCosignedWithdrawalRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CosignedWithdrawal"];
                };
            };
        };
    };
    estimateFee: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description What is to be done.
                 * @example transfer
                 */
                action: "transfer" | "order";
                /**
                 * @description USD as a decimal string, at most six decimals.
                 * @example 12.50
                 */
                amount: string;
                /**
                 * @description Where the value would come from.
                 * @example /users/u1/wallet
                 */
                sourcePath?: string;
                /**
                 * @description Where the value would go.
                 * @example /users/u2/wallet
                 */
                targetPath?: string;
                /**
                 * @description Another fee than the usual one; `0` for none. In paper realms only.
                 * @example 0
                 */
                feeOverride?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What the movement costs: a part of its amount. */
                            fee: components["schemas"]["Money"];
                            /** @description What remains of the amount. */
                            netAmount: string;
                            /** @description Who gets the fee. */
                            feeBreakdown?: components["schemas"]["FeeBreakdown"];
                        };
                    };
                };
            };
        };
    };
    withdrawFees: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "amount": "0.01",
                 *       "path": "/op/withdrawFees-1"
                 *     }
                 */
                "application/json": components["schemas"]["WithdrawFeesRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The transaction on the chain; null until there is one. */
                            txHash: string | null;
                        };
                    };
                };
            };
        };
    };
    reserveNonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "prefix": "/op/invoice"
                 *     }
                 */
                "application/json": components["schemas"]["ReserveNonceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The number: nobody gets it again. */
                            nonce: number;
                            /** @description An operation path made of both. */
                            path: string;
                        };
                    };
                };
            };
        };
    };
    createAggregationWatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "sources": [
                 *         {
                 *           "type": "prefix",
                 *           "value": "/users/"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateAggregationWatchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The watch, by its id. */
                            watchId: string;
                            /** @description The present value. */
                            aggregation: components["schemas"]["Aggregation"];
                        };
                    };
                };
            };
        };
    };
    getAggregationWatch: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The watch, by its id.
                 * @example wat_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                watchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["Aggregation"];
                    };
                };
            };
        };
    };
    deleteAggregationWatch: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The watch, by its id.
                 * @example wat_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                watchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is gone. */
                            deleted: boolean;
                        };
                    };
                };
            };
        };
    };
    getPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The token in the address of the payment page.
                 * @example from-the-address-of-the-page
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What the holder of the link may know. */
                            payment: components["schemas"]["Payment"];
                        };
                    };
                };
            };
        };
    };
    confirmPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The token in the address of the payment page.
                 * @example from-the-address-of-the-page
                 */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["ConfirmPaymentRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description What the holder of the link may know. */
                            payment: components["schemas"]["Payment"];
                        };
                    };
                };
            };
        };
    };
    listReconciliations: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description In this status only.
                 * @example running
                 */
                status?: "running" | "completed" | "failed" | "cancelled";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The reconciliations, newest first. */
                            reconciliations: components["schemas"]["Reconciliation"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                        };
                    };
                };
            };
        };
    };
    createReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "objectPath": "/users/u1/wallet",
                 *       "format": "csv",
                 *       "mapping": {
                 *         "date": "Date",
                 *         "amount": "Amount",
                 *         "reference": "Reference"
                 *       },
                 *       "file": "Date,Amount,Reference\n2026-01-02,25.00,invoice-1\n"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["CreateReconciliationRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The reconciliation. */
                            reconciliation: components["schemas"]["Reconciliation"];
                        };
                    };
                };
            };
        };
    };
    getFileReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reconciliation, by its id.
                 * @example rec_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The reconciliation. */
                            reconciliation: components["schemas"]["Reconciliation"];
                        };
                    };
                };
            };
        };
    };
    deleteReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reconciliation, by its id.
                 * @example rec_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description True: it is gone. */
                            deleted: boolean;
                        };
                    };
                };
            };
        };
    };
    listReconciliationItems: {
        parameters: {
            query?: {
                /**
                 * @description In this state only.
                 * @example matched
                 */
                state?: "matched" | "differs" | "missing_here" | "missing_there";
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The reconciliation, by its id.
                 * @example rec_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The items, by their numbers. */
                            items: components["schemas"]["ReconciliationItem"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    downloadReconciliationReport: {
        parameters: {
            query?: {
                /**
                 * @description In this state only.
                 * @example matched
                 */
                state?: "matched" | "differs" | "missing_here" | "missing_there";
            };
            header?: never;
            path: {
                /**
                 * @description The reconciliation, by its id.
                 * @example rec_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    cancelReconciliation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The reconciliation, by its id.
                 * @example rec_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The reconciliation. */
                            reconciliation: components["schemas"]["Reconciliation"];
                        };
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The webhooks, newest first. */
                            webhooks: components["schemas"]["Webhook"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "url": "https://receiver.example/events"
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The webhook. */
                            webhook: components["schemas"]["Webhook"];
                            /** @description Verifies the header `webhook-signature`, as Standard Webhooks say. Shown this once. */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The webhook. */
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * @description True: it is gone.
                             * @constant
                             */
                            deleted: true;
                        };
                    };
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The webhook. */
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The webhook. */
                            webhook: components["schemas"]["Webhook"];
                            /** @description Verifies the header `webhook-signature`, as Standard Webhooks say. Shown this once. */
                            secret: string;
                        };
                    };
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The delivery. */
                            delivery: components["schemas"]["WebhookDelivery"];
                        };
                    };
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description In this status only.
                 * @example pending
                 */
                status?: "pending" | "delivered" | "failed";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The deliveries, newest first. */
                            deliveries: components["schemas"]["WebhookDelivery"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The delivery, by its id.
                 * @example whd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The delivery. */
                            delivery: components["schemas"]["WebhookDelivery"];
                        };
                    };
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The webhook, by its id.
                 * @example whk_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-02T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["ReplayWebhookRequest"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The webhook. */
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
            };
        };
    };
    getCustodyStatus: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustodyStatus"];
                };
            };
        };
    };
    getBalanceSheet: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceSheet"];
                };
            };
        };
    };
    listAttestations: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Attestations, newest first. */
                        attestations: components["schemas"]["Attestation"][];
                    };
                };
            };
        };
    };
    setTimeLock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "seconds": 3600
                 *     }
                 */
                "application/json": components["schemas"]["SetTimeLockRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeLock"];
                };
            };
        };
    };
    armBoundary: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e"
                 *     }
                 */
                "application/json": components["schemas"]["ArmBoundaryRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArmedBoundary"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArmedBoundary"];
                };
            };
        };
    };
    getBoundaryKeys: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoundaryKeys"];
                };
            };
        };
    };
    acceptKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "role": "recovery_key",
                 *       "deadline": 4000000000,
                 *       "signature": "0xababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababababab"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedKey"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedKey"];
                };
            };
        };
    };
    cancelKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "role": "recovery_key"
                 *     }
                 */
                "application/json": components["schemas"]["CancelKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledKey"];
                };
            };
        };
    };
    handOverCosigner: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e"
                 *     }
                 */
                "application/json": components["schemas"]["HandOverCosignerRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CosignerHandOver"];
                };
            };
        };
    };
    proposeInheritance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "successor": "0x000000000000000000000000000000000000dEaD"
                 *     }
                 */
                "application/json": components["schemas"]["ProposeInheritanceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposedInheritance"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposedInheritance"];
                };
            };
        };
    };
    listCustodyBoundaries: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The custody boundaries. */
                        boundaries: components["schemas"]["Boundary"][];
                        /** @description How many there are in all, beyond this page too. */
                        total: number;
                        /** @description Send it as `cursor` for the next page; null on the last one. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getCustodyBoundary: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path: {
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Boundary"];
                };
            };
        };
    };
    listCustodyExchangeObjects: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Exchange objects with a vault of their own. */
                        exchangeObjects: components["schemas"]["ExchangeObject"][];
                        /** @description How many there are in all, beyond this page too. */
                        total: number;
                        /** @description Send it as `cursor` for the next page; null on the last one. */
                        nextCursor: string | null;
                    };
                };
            };
        };
    };
    getRecoveryKit: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The custody boundary, by its id.
                 * @example bnd_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                boundaryId: string;
                /**
                 * @description `html` for a page that works from a disk.
                 * @example json
                 */
                format?: "json" | "html";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The chain. */
                        chainId: number;
                        /** @description A node of the chain, for development; null where any node of it serves. */
                        rpcUrlHint: string | null;
                        /** @description The contract of the realm, checksummed */
                        pool: string;
                        /** @description The contract of the money, checksummed */
                        token: string;
                        /** @description The boundary, and who holds it. */
                        boundary: components["schemas"]["RecoverableBoundary"];
                        /** @description The functions of the pool that a holder needs, and the errors it answers with. */
                        abi: {
                            [key: string]: unknown;
                        }[];
                        /** @description What the holder does, in order; `unlock` takes a lock back. */
                        steps: components["schemas"]["RecoveryStep"][];
                    };
                    "text/html": string;
                };
            };
        };
    };
    registerRecoveryKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "boundaryId": "bnd_01k8m4x2v7q9t3w5y6z8a1b2c3",
                 *       "walletAddress": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["RegisterRecoveryKeyRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The custody boundary, by its id. */
                        boundaryId: string;
                        /** @description Account or contract address, checksummed */
                        recoveryKey: string | null;
                        /** @description Account or contract address, checksummed */
                        pendingRecoveryKey?: string;
                        /** @description When the pending key comes into force. */
                        effectiveAt?: string | null;
                    };
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The custody boundary, by its id. */
                        boundaryId: string;
                        /** @description Account or contract address, checksummed */
                        recoveryKey: string | null;
                        /** @description Account or contract address, checksummed */
                        pendingRecoveryKey?: string;
                        /** @description When the pending key comes into force. */
                        effectiveAt?: string | null;
                    };
                };
            };
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Open positions. */
                            positions: components["schemas"]["Position"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    setPositionTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/setPositionTriggers-1",
                 *       "takeProfit": {
                 *         "triggerPx": "120000"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetPositionTriggersRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description Orders, newest first. */
                            orders: components["schemas"]["Order"][];
                        };
                    };
                };
            };
        };
    };
    closePosition: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/closePosition-1"
                 *     }
                 */
                "application/json": components["schemas"]["ClosePositionRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The order. */
                            order: components["schemas"]["Order"];
                            /** @description What the movement costs: a part of its amount. */
                            fee?: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    getExchangeState: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["ExchangeState"];
                    };
                };
            };
        };
    };
    getActiveAssetData: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
                /**
                 * @description At this leverage; the one in force without it.
                 * @example 5
                 */
                leverage?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description At this leverage; the one in force without it. */
                            leverage: number;
                            /** @description The largest buy, in units of the base asset. */
                            maxBuySize: string;
                            /** @description The largest sale, in units of the base asset. */
                            maxSellSize: string;
                            /** @description Margin that is free. */
                            availableToTrade: string;
                            /** @description The price positions are valued at. */
                            markPx: string;
                            /** @description The best bid. */
                            bidPx: string;
                            /** @description The best ask. */
                            askPx: string;
                            /** @description What taking costs, as a fraction of the notional. */
                            feeRate: string;
                            /** @description Of the notional; below it a position is liquidated. */
                            maintenanceMarginRate: string;
                            /** @description How the largest leverage falls with the notional. */
                            marginTiers: components["schemas"]["AccountMarginTier"][];
                        };
                    };
                };
            };
        };
    };
    getLeverage: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation?: components["schemas"]["Operation"];
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description The leverage of the market. */
                            leverage: number;
                            /** @description The leverage before. */
                            previousLeverage?: number;
                            /**
                             * @description Whether positions share the margin of the account.
                             * @enum {string}
                             */
                            marginMode?: "cross" | "isolated";
                        };
                    };
                };
            };
        };
    };
    setLeverage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/setLeverage-1",
                 *       "market": "vn:0:BTC",
                 *       "leverage": 5
                 *     }
                 */
                "application/json": components["schemas"]["SetLeverageRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation?: components["schemas"]["Operation"];
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description The leverage of the market. */
                            leverage: number;
                            /** @description The leverage before. */
                            previousLeverage?: number;
                            /**
                             * @description Whether positions share the margin of the account.
                             * @enum {string}
                             */
                            marginMode?: "cross" | "isolated";
                        };
                    };
                };
            };
        };
    };
    setMarginMode: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/setMarginMode-1",
                 *       "market": "vn:0:ETH",
                 *       "marginMode": "isolated"
                 *     }
                 */
                "application/json": components["schemas"]["SetMarginModeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /**
                             * @description Whether positions share the margin of the account.
                             * @enum {string}
                             */
                            marginMode: "cross" | "isolated";
                        };
                    };
                };
            };
        };
    };
    moveIsolatedMargin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/moveIsolatedMargin-1",
                 *       "market": "vn:0:ETH",
                 *       "amount": "5"
                 *     }
                 */
                "application/json": components["schemas"]["MoveIsolatedMarginRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description The margin of the position now. */
                            isolatedMargin: string | null;
                            /** @description Where it is liquidated now. */
                            liquidationPrice: string | null;
                        };
                    };
                };
            };
        };
    };
    listFills: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description Of this market only.
                 * @example vn:0:BTC
                 */
                market?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Fills, newest first. */
                            fills: components["schemas"]["Fill"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    listFundingPayments: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description Of this market only.
                 * @example vn:0:BTC
                 */
                market?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Funding payments, newest first. */
                            payments: components["schemas"]["FundingPayment"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    getTradeSummary: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description Of this market only.
                 * @example vn:0:BTC
                 */
                market?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Market by market. */
                            markets: {
                                /** @description Of this market only. */
                                market: string;
                                /** @description How many fills. */
                                tradeCount: number;
                                /** @description Their notional. */
                                volume: string;
                                /** @description The profit they realized. */
                                realizedPnl: string;
                                /** @description Fees of the venue. */
                                exchangeFees: string;
                                /** @description Fees of the platform. */
                                platformFees: string;
                                /** @description Fees of the builder. */
                                builderFees: string;
                                /** @description All fees. */
                                totalFees: string;
                                /** @description Funding that was paid. */
                                fundingPaid: string;
                                /** @description Funding that was received. */
                                fundingReceived: string;
                            }[];
                            /** @description All markets together. */
                            totals: {
                                /** @description How many fills. */
                                tradeCount: number;
                                /** @description Their notional. */
                                volume: string;
                                /** @description The profit they realized. */
                                realizedPnl: string;
                                /** @description Fees of the venue. */
                                exchangeFees: string;
                                /** @description Fees of the platform. */
                                platformFees: string;
                                /** @description Fees of the builder. */
                                builderFees: string;
                                /** @description All fees. */
                                totalFees: string;
                                /** @description Funding that was paid. */
                                fundingPaid: string;
                                /** @description Funding that was received. */
                                fundingReceived: string;
                            };
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    listOrders: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description In this status only.
                 * @example PENDING
                 */
                status?: "PENDING" | "OPEN" | "PARTIALLY_FILLED" | "FILLED" | "CANCELLED" | "FAILED" | "WAITING_FOR_TRIGGER" | "TRIGGERED";
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Orders, newest first. */
                            orders: components["schemas"]["Order"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createOrder-1",
                 *       "market": "vn:0:BTC",
                 *       "side": "buy",
                 *       "orderType": "MARKET",
                 *       "size": "0.01"
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrderRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The order. */
                            order: components["schemas"]["Order"];
                            /** @description What the movement costs: a part of its amount. */
                            fee?: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    cancelOrders: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the operation: it happens once, however often the request is sent.
                 * @example /op/cancelOrders-1
                 */
                path: string;
                /**
                 * @description Of this market only.
                 * @example vn:0:BTC
                 */
                market?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description Orders, newest first. */
                            orders: components["schemas"]["Order"][];
                        };
                    };
                };
            };
        };
    };
    createOrderBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createOrderBatch-1",
                 *       "grouping": "normalTpsl",
                 *       "orders": [
                 *         {
                 *           "market": "vn:0:BTC",
                 *           "side": "buy",
                 *           "orderType": "MARKET",
                 *           "size": "0.01"
                 *         },
                 *         {
                 *           "market": "vn:0:BTC",
                 *           "side": "sell",
                 *           "orderType": "MARKET",
                 *           "reduceOnly": true,
                 *           "isTrigger": true,
                 *           "triggerPx": "120000",
                 *           "tpsl": "tp",
                 *           "sizeToMax": true
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrderBatchRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The entry first, then its legs. */
                            orders: components["schemas"]["Order"][];
                        };
                    };
                };
            };
        };
    };
    getOrder: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The order, by its id.
                 * @example ord_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The order. */
                            order: components["schemas"]["Order"];
                            /** @description Fills, newest first. */
                            fills: components["schemas"]["Fill"][];
                        };
                    };
                };
            };
        };
    };
    cancelOrder: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the operation: it happens once, however often the request is sent.
                 * @example /op/cancelOrder-1
                 */
                path: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The order, by its id.
                 * @example ord_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The order. */
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
        };
    };
    resizeOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The order, by its id.
                 * @example ord_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                orderId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/resizeOrder-1",
                 *       "newSize": "0.02"
                 *     }
                 */
                "application/json": components["schemas"]["ResizeOrderRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The order. */
                            order: components["schemas"]["Order"];
                        };
                    };
                };
            };
        };
    };
    listTwaps: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description TWAPs, newest first. */
                            twaps: components["schemas"]["Twap"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createTwap: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createTwap-1",
                 *       "market": "vn:0:BTC",
                 *       "side": "buy",
                 *       "totalSize": "0.02",
                 *       "durationMinutes": 30
                 *     }
                 */
                "application/json": components["schemas"]["CreateTwapRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The TWAP. */
                            twap: components["schemas"]["Twap"];
                        };
                    };
                };
            };
        };
    };
    stopTwap: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the operation: it happens once, however often the request is sent.
                 * @example /op/stopTwap-1
                 */
                path: string;
            };
            header?: never;
            path: {
                /**
                 * @description The exchange object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
                /**
                 * @description The TWAP, by the id of its operation.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description The TWAP. */
                            twap: components["schemas"]["Twap"];
                        };
                    };
                };
            };
        };
    };
    listMarkets: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The markets, in listing order. */
                            markets: components["schemas"]["Market"][];
                        };
                    };
                };
            };
        };
    };
    getMids: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Price by market id; markets without a price are left out */
                            mids: {
                                [key: string]: string;
                            };
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    listTickers: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Prices, market by market. */
                            tickers: components["schemas"]["Ticker"][];
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    getOrderBook: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description Buyers, the best first. */
                            bids: components["schemas"]["BookLevel"][];
                            /** @description Sellers, the best first. */
                            asks: components["schemas"]["BookLevel"][];
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    listCandles: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description How long a candle is.
                 * @example 1m
                 */
                interval: "15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                /**
                 * @description From this moment on, in milliseconds since the Unix epoch.
                 * @example 1767225600000
                 */
                startTime?: number;
                /**
                 * @description Up to this moment, in milliseconds since the Unix epoch.
                 * @example 4102444800000
                 */
                endTime?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /**
                             * @description How long a candle is.
                             * @enum {string}
                             */
                            interval: "15s" | "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                            /** @description The candles, in order. */
                            candles: components["schemas"]["Candle"][];
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    getOpenInterest: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description Open positions of one side, in units of the base asset. */
                            openInterest: string;
                            /** @description The part of the realm. */
                            realmOpenInterest: string;
                            /** @description The same in USD. */
                            notional: string;
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    getFundingRates: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description From this moment on, in milliseconds since the Unix epoch.
                 * @example 1767225600000
                 */
                startTime?: number;
                /**
                 * @description Up to this moment, in milliseconds since the Unix epoch.
                 * @example 4102444800000
                 */
                endTime?: number;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The market: `<venue>:<index>:<symbol>`. */
                            market: string;
                            /** @description The running hour. */
                            current: components["schemas"]["CurrentFunding"] | null;
                            /** @description The hours before, newest first. */
                            history: components["schemas"]["FundingRate"][];
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    getSparklines: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Hourly prices of a day by market id, newest last */
                            sparklines: {
                                [key: string]: string[];
                            };
                            /**
                             * Format: date-time
                             * @description When the prices were made.
                             */
                            marketDataAsOf: string;
                            /** @description How old they are. */
                            ageSeconds: number;
                            /** @description From which age on they count as stale. */
                            staleAfterSeconds: number;
                            /** @description They are stale. */
                            stale: boolean;
                        };
                    };
                };
            };
        };
    };
    forkSimFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "seed": "example-seed"
                 *     }
                 */
                "application/json": components["schemas"]["ForkSimFeedRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    getSimFeed: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    setSimFeedMode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "mode": "generated"
                 *     }
                 */
                "application/json": components["schemas"]["SetSimFeedModeRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    setSimClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "mode": "manual",
                 *       "advanceMs": 60000
                 *     }
                 */
                "application/json": components["schemas"]["SetSimClockRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    tickSimFeed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e"
                 *     }
                 */
                "application/json": components["schemas"]["TickSimFeedRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    setSimFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "code": "EXCHANGE_PROVISIONING",
                 *       "count": 1
                 *     }
                 */
                "application/json": components["schemas"]["SetSimFaultRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    setSimPrice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "market": "vn:0:BTC",
                 *       "mode": "jump",
                 *       "price": "60000"
                 *     }
                 */
                "application/json": components["schemas"]["SetSimPriceRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    setSimLiquidity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "market": "vn:0:BTC",
                 *       "side": "bids",
                 *       "mode": "scale",
                 *       "factor": "0.5"
                 *     }
                 */
                "application/json": components["schemas"]["SetSimLiquidityRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    setSimFundingRate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "market": "vn:0:BTC",
                 *       "rate": "0.001"
                 *     }
                 */
                "application/json": components["schemas"]["SetSimFundingRateRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    replaySimCandles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "market": "vn:0:BTC",
                 *       "candles": [
                 *         {
                 *           "t": 0,
                 *           "o": "60000",
                 *           "h": "60000",
                 *           "l": "60000",
                 *           "c": "60000"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ReplaySimCandlesRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    delistSimMarket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The market: `<venue>:<index>:<symbol>`.
                 * @example vn:0:BTC
                 */
                market: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e"
                 *     }
                 */
                "application/json": components["schemas"]["DelistSimMarketRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The price feed of the realm. */
                            feed: components["schemas"]["SimFeed"];
                        };
                    };
                };
            };
        };
    };
    getBalanceSheetAsAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BalanceSheet"];
                };
            };
        };
    };
    getRealmHalt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The halt in force; null without one. */
                            realmHalt: components["schemas"]["RealmHalt"] | null;
                            /** @description The newest halts of the realm. */
                            history: components["schemas"]["HaltRecord"][];
                        };
                    };
                };
            };
        };
    };
    haltRealm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "withdrawals",
                 *       "reason": "Investigating an unknown withdrawal"
                 *     }
                 */
                "application/json": components["schemas"]["HaltRealmRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The halt in force; null without one. */
                            realmHalt: components["schemas"]["RealmHalt"];
                        };
                    };
                };
            };
        };
    };
    clearRealmHalt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The halt in force; null without one. */
                            realmHalt: components["schemas"]["RealmHalt"] | null;
                        };
                    };
                };
            };
        };
    };
    listAdminProposals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Transactions that wait for the admin of the pool. */
                            proposals: components["schemas"]["AdminProposal"][];
                        };
                    };
                };
            };
        };
    };
    listRescues: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Newest first. */
                            rescues: components["schemas"]["Rescue"][];
                        };
                    };
                };
            };
        };
    };
    proposeRescue: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "1",
                 *       "destinationAddress": "0x52908400098527886E0F7030069857D2E4169EE7"
                 *     }
                 */
                "application/json": components["schemas"]["ProposeRescueRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The rescue, as it was proposed. */
                            rescue: components["schemas"]["Rescue"];
                        };
                    };
                };
            };
        };
    };
    createDevIdToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "name": "Ada Example"
                 *     }
                 */
                "application/json": components["schemas"]["CreateDevIdTokenRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description An ID token; `POST /api/v1/auth/google` takes it. */
                        idToken: string;
                    };
                };
            };
        };
    };
    getDevChain: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: components["schemas"]["DevChain"];
                    };
                };
            };
        };
    };
    fundDevAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "0x52908400098527886E0F7030069857D2E4169EE7",
                 *       "amount": "12.50"
                 *     }
                 */
                "application/json": components["schemas"]["FundDevAddressRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The transaction that paid. */
                            txHash: string;
                        };
                    };
                };
            };
        };
    };
    listHolds: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The path of the object.
                 * @example /users/u1/wallet
                 */
                objectPath?: string;
                /**
                 * @description Only holds of this status.
                 * @example open
                 */
                status?: "open" | "captured" | "released" | "expired";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description Holds, newest first. */
                            holds: components["schemas"]["Hold"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                        };
                    };
                };
            };
        };
    };
    createHold: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/createHold-1",
                 *       "sourceObjectPath": "/users/u1/wallet",
                 *       "amount": "12.50"
                 *     }
                 */
                "application/json": components["schemas"]["CreateHoldRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    getHold: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The operation, by its id.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The hold. */
                            hold: components["schemas"]["Hold"];
                        };
                    };
                };
            };
        };
    };
    captureHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The operation, by its id.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/captureHold-1"
                 *     }
                 */
                "application/json": components["schemas"]["CaptureHoldRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                            /** @description What the movement costs: a part of its amount. */
                            fee: components["schemas"]["Money"];
                        };
                    };
                };
            };
        };
    };
    releaseHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The operation, by its id.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseHoldRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                        /** @description What the caller should know of a request that was done. */
                        notices?: {
                            /**
                             * @description What it is about; `RETRY_REPEATS`: a retry would do it again.
                             * @enum {string}
                             */
                            code: "RETRY_REPEATS";
                            /** @description What to do next time, in words. */
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    extendHold: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The operation, by its id.
                 * @example op_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                operationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "expiresInSeconds": 1209600
                 *     }
                 */
                "application/json": components["schemas"]["ExtendHoldRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    listPaymentLinks: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description Of this type only.
                 * @example deposit
                 */
                type?: "deposit" | "withdrawal";
                /**
                 * @description In this status only.
                 * @example pending
                 */
                status?: "pending" | "completed" | "expired";
                /**
                 * @description The object, by its id.
                 * @example obj_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                objectId?: string;
                /**
                 * @description The path of the object.
                 * @example /users/u1/wallet
                 */
                objectPath?: string;
                /**
                 * @description With exactly this reference only.
                 * @example INV-2026-17
                 */
                reference?: string;
                /**
                 * @description The path itself and every path that goes on after it and a slash
                 * @example /op/
                 */
                path?: string;
                /**
                 * @description Every path that begins with this text: `/pay/inv` finds `/pay/inv-1`
                 * @example /op/invoice
                 */
                pathPrefix?: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The payment links, newest first. */
                            paymentLinks: components["schemas"]["ListedPaymentLink"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "objectPath": "/users/u1/wallet",
                 *       "type": "deposit",
                 *       "amount": "25.00",
                 *       "path": "/op/createPaymentLink-1"
                 *     }
                 */
                "application/json": components["schemas"]["CreatePaymentLinkRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The payment link. */
                            paymentLink: components["schemas"]["PaymentLink"];
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                        /** @description What the caller should know of a request that was done. */
                        notices?: {
                            /**
                             * @description What it is about; `RETRY_REPEATS`: a retry would do it again.
                             * @enum {string}
                             */
                            code: "RETRY_REPEATS";
                            /** @description What to do next time, in words. */
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    getPaymentLink: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment link, by its id.
                 * @example pl_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The payment link. */
                            paymentLink: components["schemas"]["PaymentLink"];
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    deletePaymentLink: {
        parameters: {
            query?: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description The payment link, by its id.
                 * @example pl_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The payment link. */
                            paymentLink: components["schemas"]["PaymentLink"];
                            /** @description The operation. */
                            operation: components["schemas"]["Operation"];
                        };
                    };
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description In this status only.
                 * @example active
                 */
                status?: "active" | "paused" | "ended";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The schedules, newest first. */
                            schedules: components["schemas"]["Schedule"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description False where the total of a long list was not counted to its end. */
                            totalIsExact?: boolean;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "path": "/op/rent",
                 *       "name": "Rent",
                 *       "rule": "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=9",
                 *       "timeZone": "Europe/Berlin",
                 *       "action": "transfer",
                 *       "template": {
                 *         "sourceObjectPath": "/users/u1/wallet",
                 *         "targetObjectPath": "/users/u2/wallet",
                 *         "amount": "5"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateScheduleRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The schedule. */
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The schedule, by its id.
                 * @example sch_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The schedule. */
                            schedule: components["schemas"]["Schedule"];
                            /** @description Its last 20 occurrences, newest first. */
                            lastOccurrences: components["schemas"]["ScheduleOccurrence"][];
                        };
                    };
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The schedule, by its id.
                 * @example sch_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The schedule. */
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
            };
        };
    };
    previewSchedule: {
        parameters: {
            query?: {
                /**
                 * @description How many times, at most 100.
                 * @example 1
                 */
                count?: number;
            };
            header?: never;
            path: {
                /**
                 * @description The schedule, by its id.
                 * @example sch_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The next times, in their order. */
                            times: components["schemas"]["ScheduleTime"][];
                        };
                    };
                };
            };
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The schedule, by its id.
                 * @example sch_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The schedule. */
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
            };
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The schedule, by its id.
                 * @example sch_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The schedule. */
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
            };
        };
    };
    listMonitors: {
        parameters: {
            query: {
                /**
                 * @description The realm, by its id.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId: string;
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The monitors, newest first. */
                            monitors: components["schemas"]["Monitor"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    createMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "realmId": "3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e",
                 *       "objectPath": "/users/u1/wallet",
                 *       "measure": "available",
                 *       "direction": "below",
                 *       "threshold": "100.00"
                 *     }
                 */
                "application/json": components["schemas"]["CreateMonitorRequest"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The monitor. */
                            monitor: components["schemas"]["Monitor"];
                        };
                    };
                };
            };
        };
    };
    getMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The monitor, by its id.
                 * @example mon_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The monitor. */
                            monitor: components["schemas"]["Monitor"];
                        };
                    };
                };
            };
        };
    };
    deleteMonitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The monitor, by its id.
                 * @example mon_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /**
                             * @description True: it is gone.
                             * @constant
                             */
                            deleted: true;
                        };
                    };
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /**
                 * @description Of this realm only.
                 * @example 3f0c8f6a-5d1e-4c2b-9a7d-6e1f2b3c4d5e
                 */
                realmId?: string;
                /**
                 * @description In this status only.
                 * @example pending
                 */
                status?: "pending" | "approved" | "executed" | "failed" | "denied" | "expired";
                /**
                 * @description The beginning, RFC 3339.
                 * @example 2026-01-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description The end, RFC 3339.
                 * @example 2026-01-02T00:00:00Z
                 */
                to?: string;
                /**
                 * @description At most so many entries on a page.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description `nextCursor` of the page before.
                 * @example the-next-cursor-of-the-page-before
                 */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The requests that wait or waited, newest first. */
                            approvals: components["schemas"]["Approval"][];
                            /** @description How many there are in all, beyond this page too. */
                            total: number;
                            /** @description Send it as `cursor` for the next page; null on the last one. */
                            nextCursor: string | null;
                        };
                    };
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The approval, by its id.
                 * @example apr_01k8m4x2v7q9t3w5y6z8a1b2c3
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description True when the request was done, false when it was refused.
                         * @constant
                         */
                        success: true;
                        /** @description The answer itself. */
                        data: {
                            /** @description The request that waits, or what became of it. */
                            approval: components["schemas"]["Approval"];
                        };
                    };
                };
            };
        };
    };
}
