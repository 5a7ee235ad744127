// Generated from the OpenAPI documents by `npm run sdk-types`; a check keeps it up to date. Do not edit.
export interface paths {
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send messages to one person, or to several */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SendResults"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/compile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Compile AML into a message */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CompileBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CompileResult"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a message on every channel */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RenderBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Renderings"];
                    };
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a person's channel can show */
        get: {
            parameters: {
                query: {
                    userId: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CapabilityDocument"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read where events go */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentWebhook"];
                    };
                };
            };
        };
        put?: never;
        /** Send events to a webhook */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        webhookUrl: string;
                        instanceId?: string | null;
                    };
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentWebhook"];
                    };
                };
            };
        };
        /** Stop sending events */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Confirmation"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        /** Change where events go */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        webhookUrl: string;
                        instanceId?: string | null;
                    };
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentWebhook"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/listen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Receive events in place of the webhook */
        get: {
            parameters: {
                query: {
                    name: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": unknown;
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/listen/calls/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a call sent to a listener */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    callId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RelayedAnswer"];
                };
            };
            responses: {
                /** @description Done */
                204: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Problem: {
            /** @description Where the code is explained. */
            type: string;
            status: number;
            /** @enum {string} */
            code: "request.malformed" | "request.invalid" | "request.too_large" | "request.precondition_failed" | "request.idempotency_mismatch" | "request.rate_limited" | "auth.unauthenticated" | "auth.second_factor_required" | "auth.invitation_invalid" | "auth.forbidden" | "auth.scope_missing" | "auth.emulator_grant.forbidden" | "resource.not_found" | "resource.conflict" | "resource.in_use" | "org.last_owner" | "agent.framework.invalid" | "agent.integrity_conflict" | "agent.integration.too_many_tools" | "agent.playbook.uses_unknown" | "agent.playbook.flow_invalid" | "agent.tool.incomplete" | "desk.disabled" | "desk.taken" | "desk.not_held" | "desk.message_refused" | "agent.flow.authoring_unavailable" | "agent.flow.authoring_unreachable" | "agent.draft.not_found" | "agent.draft.required" | "agent.draft.conflict" | "agent.draft.gate_failed" | "agent.outreach.not_found" | "agent.outreach.in_use" | "agent.outreach.journey_incompatible_inputs" | "agent.outreach_send.upstream" | "agent.outreach_send.timeout" | "agent.outreach_link.unavailable" | "agent.not_found" | "agent.outreach.consent_declined" | "agent.outreach.opted_out" | "agent.outreach.consent_denied" | "agent.outreach.recipient_not_found" | "agent.outreach.no_channel_identity" | "agent.outreach.invalid_address" | "agent.outreach.channel_unavailable" | "agent.channel.provider_failed" | "agent.outreach.no_template" | "agent.outreach.missing_inputs" | "agent.outreach.send_not_cancellable" | "agent.campaign.invalid" | "agent.campaign.immutable" | "agent.persona.not_found" | "agent.persona.unavailable" | "agent.webchat.file_refused" | "agent.webchat.identity_refused" | "agent.webchat.origin_not_allowed" | "agent.test.invalid" | "agent.test.not_found" | "agent.test.run_active" | "agent.test.quota_exceeded" | "agent.test.run_immutable" | "agent.test.system_suite" | "agent.test.authoring_unavailable" | "goal.unknown" | "tool.not_found" | "oauth.provider_unconfigured" | "service.unavailable" | "internal";
            title: string;
            detail?: string;
            errors?: {
                field: string;
                message: string;
                code?: string;
            }[];
            /** @description The same as status. */
            statusCode: number;
            /** @description The detail, or the title if there is none. */
            message: string;
            requestId: string;
        };
        SendBody: {
            userId: string;
            /** @description AMF messages, or `{ aml }`, in the order the person receives them. */
            messages: unknown[];
            /**
             * @description For bulk sends: paced by the provider's rate.
             * @constant
             */
            priority?: "batch";
        } | {
            /** @description Messages to several people. Each person receives theirs in this order. */
            messages: {
                userId: string;
                /** @description An AMF message, or `{ aml }`. */
                message: unknown;
            }[];
            /**
             * @description For bulk sends: paced by the provider's rate.
             * @constant
             */
            priority?: "batch";
        };
        SendResults: {
            results: components["schemas"]["SendResult"][];
        };
        SendResult: {
            messageId: string;
            accepted: boolean;
            /** @enum {string} */
            reason?: "optedOut" | "windowClosed" | "mediaUnreachable" | "unsupportedPart" | "invalidMessage" | "unknownRecipient" | "noRoute" | "bindingDisabled" | "heldByHuman";
            detail?: string;
        };
        CompileBody: {
            aml: string;
            validateOnly?: boolean;
        };
        CompileResult: {
            message?: {
                [key: string]: unknown;
            };
            warnings: components["schemas"]["AmlNote"][];
            problems: components["schemas"]["AmlNote"][];
        };
        AmlNote: {
            line: number;
            column: number;
            code: string;
            message: string;
        };
        RenderBody: {
            /** @description An AMF message; this or `aml`. */
            message?: unknown;
            aml?: string;
            /** @description Default: all of them. */
            channels?: ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE")[];
            locale?: string;
        };
        Renderings: {
            data: {
                /** @enum {string} */
                channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                messages: components["schemas"]["RenderedMessage"][];
                losses: ({
                    code: string;
                    path: string;
                    message: string;
                } & {
                    [key: string]: unknown;
                })[];
                /** @description On sms: the total number of segments. */
                segments?: number;
            }[];
            warnings: components["schemas"]["AmlNote"][];
        };
        RenderedMessage: {
            /** @description The payload for the channel's provider, without the recipient. */
            native: unknown;
            /** @description The text as a person reads it. */
            text: string;
            chips: {
                label: string;
                /** @enum {string} */
                kind: "reply" | "url" | "dial" | "calendar" | "viewLocation" | "shareLocation";
                /** @description Index of the affordance: what a tap on it answers. */
                tap: number;
            }[];
            view: components["schemas"]["BubbleView"];
            /** @description On sms: how the text is charged. */
            sms?: {
                /** @enum {string} */
                encoding: "GSM-7" | "UCS-2";
                segments: number;
                units: number;
            };
        };
        BubbleView: {
            /** @constant */
            kind: "text";
            text: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "media";
            media: {
                url: string;
                mediaType: string;
                /** @enum {string} */
                kind: "image" | "video" | "audio" | "file";
                /** @description The file name. */
                name: string;
                alt?: string;
            };
            text?: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "card";
            card: components["schemas"]["CardView"];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "carousel";
            text?: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            cards: components["schemas"]["CardView"][];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "list";
            text: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            /** @description Label of the button that opens the list. */
            button: string;
            multiple: boolean;
            rows: {
                title: string;
                description?: string;
                mediaUrl?: string;
                /** @description Index of the affordance: what a tap on it answers. */
                tap: number;
            }[];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "times";
            text: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            durationMinutes: number;
            slots: {
                start: {
                    iso: string;
                    tz: string;
                };
                label: string;
                /** @description Index of the affordance: what a tap on it answers. */
                tap: number;
            }[];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "locationRequest";
            text: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "place";
            place: {
                name?: string;
                address?: string;
                latitude: number;
                longitude: number;
            };
            chips: components["schemas"]["ChipView"][];
        } | {
            /** @constant */
            kind: "native";
            /** @description Texts that were found in the caller's own payload. */
            text: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            chips: components["schemas"]["ChipView"][];
        };
        ChipView: {
            label: string;
            /** @enum {string} */
            kind: "reply" | "url" | "dial" | "calendar" | "viewLocation" | "shareLocation";
            /** @description Index of the affordance: what a tap on it answers. */
            tap: number;
            /** @description The person's reply after a tap, where it is not the label: the title of a selected card. */
            replyText?: string;
            url?: string;
            phone?: string;
            event?: {
                title: string;
                start: {
                    iso: string;
                    tz: string;
                };
                end?: {
                    iso: string;
                    tz: string;
                };
                location?: string;
                description?: string;
            };
            place?: {
                name?: string;
                address?: string;
                latitude?: number;
                longitude?: number;
            };
        };
        CardView: {
            title?: string;
            description?: {
                text: string;
                /** @constant */
                bold?: true;
                /** @constant */
                italic?: true;
                /** @constant */
                strike?: true;
                /** @constant */
                code?: true;
                href?: string;
            }[];
            mediaUrl?: string;
            chips: components["schemas"]["ChipView"][];
        };
        CapabilityDocument: {
            userId: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            provider: string;
        } & {
            [key: string]: unknown;
        };
        AgentWebhook: {
            webhookUrl: string | null;
            instanceId: string | null;
        };
        Confirmation: {
            message: string;
        };
        RelayedAnswer: {
            status?: number;
            headers?: {
                "content-type"?: string;
            };
            /**
             * Format: base64
             * @description The response bytes, in base64.
             */
            body?: string;
            /** @description Why there is no response, briefly. */
            failed?: string;
        };
        MessageEvent: {
            /** @constant */
            spec: "amf/1";
            /** @description Set with the webhook. */
            instanceId?: string;
            /** @description One person on one channel. */
            userId: string;
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            event: {
                /** @constant */
                spec: "amf/1";
                /** @description The same on every attempt. */
                eventId: string;
                /** Format: date-time */
                timestamp: string;
                conversation: {
                    userId: string;
                    sessionId: string;
                };
                context: {
                    /** @enum {string} */
                    channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    provider: string;
                    /** @description As GET /capabilities returns them. */
                    capabilities: {
                        [key: string]: unknown;
                    };
                    window: {
                        /** @enum {string} */
                        state: "open" | "closed";
                    };
                    /** @constant */
                    sandbox?: true;
                    desk?: {
                        /** @enum {string} */
                        state: "waiting" | "human";
                    };
                };
                event: {
                    /** @constant */
                    type: "message";
                    message: {
                        text?: string;
                        media?: {
                            url: string;
                            mediaType?: string;
                            name?: string;
                        };
                        place?: {
                            name?: string;
                            address?: string;
                            latitude?: number;
                            longitude?: number;
                        };
                    };
                };
            };
        };
        ResultEvent: {
            /** @constant */
            spec: "amf/1";
            /** @description Set with the webhook. */
            instanceId?: string;
            /** @description One person on one channel. */
            userId: string;
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            event: {
                /** @constant */
                spec: "amf/1";
                /** @description The same on every attempt. */
                eventId: string;
                /** Format: date-time */
                timestamp: string;
                conversation: {
                    userId: string;
                    sessionId: string;
                };
                context: {
                    /** @enum {string} */
                    channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    provider: string;
                    /** @description As GET /capabilities returns them. */
                    capabilities: {
                        [key: string]: unknown;
                    };
                    window: {
                        /** @enum {string} */
                        state: "open" | "closed";
                    };
                    /** @constant */
                    sandbox?: true;
                    desk?: {
                        /** @enum {string} */
                        state: "waiting" | "human";
                    };
                };
                event: {
                    /** @constant */
                    type: "result";
                    result: {
                        intent: string;
                        intentId: string;
                        optionIds: string[];
                        labels: string[];
                        /** @enum {string} */
                        via: "tap" | "pick" | "text";
                        text?: string;
                        /** @description The message that asked the question. */
                        messageId?: string;
                    };
                };
            };
        };
        ActionEvent: {
            /** @constant */
            spec: "amf/1";
            /** @description Set with the webhook. */
            instanceId?: string;
            /** @description One person on one channel. */
            userId: string;
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            event: {
                /** @constant */
                spec: "amf/1";
                /** @description The same on every attempt. */
                eventId: string;
                /** Format: date-time */
                timestamp: string;
                conversation: {
                    userId: string;
                    sessionId: string;
                };
                context: {
                    /** @enum {string} */
                    channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    provider: string;
                    /** @description As GET /capabilities returns them. */
                    capabilities: {
                        [key: string]: unknown;
                    };
                    window: {
                        /** @enum {string} */
                        state: "open" | "closed";
                    };
                    /** @constant */
                    sandbox?: true;
                    desk?: {
                        /** @enum {string} */
                        state: "waiting" | "human";
                    };
                };
                event: {
                    /** @constant */
                    type: "action";
                    action: {
                        /** @enum {string} */
                        kind: "url" | "dial" | "calendar" | "viewLocation" | "shareLocation";
                        label: string;
                        url?: string;
                        phone?: string;
                        messageId: string;
                    };
                };
            };
        };
        StatusEvent: {
            /** @constant */
            spec: "amf/1";
            /** @description Set with the webhook. */
            instanceId?: string;
            /** @description One person on one channel. */
            userId: string;
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            event: {
                /** @constant */
                spec: "amf/1";
                /** @description The same on every attempt. */
                eventId: string;
                /** Format: date-time */
                timestamp: string;
                conversation: {
                    userId: string;
                    sessionId: string;
                };
                context: {
                    /** @enum {string} */
                    channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    provider: string;
                    /** @description As GET /capabilities returns them. */
                    capabilities: {
                        [key: string]: unknown;
                    };
                    window: {
                        /** @enum {string} */
                        state: "open" | "closed";
                    };
                    /** @constant */
                    sandbox?: true;
                    desk?: {
                        /** @enum {string} */
                        state: "waiting" | "human";
                    };
                };
                event: {
                    /** @constant */
                    type: "status";
                    status: {
                        messageId: string;
                        /** @enum {string} */
                        state: "queued" | "sent" | "delivered" | "read" | "failed";
                        attempt: {
                            /** @enum {string} */
                            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                            provider: string;
                        };
                        reason?: string;
                        detail?: string;
                    };
                };
            };
        };
        SystemEvent: {
            /** @constant */
            spec: "amf/1";
            /** @description Set with the webhook. */
            instanceId?: string;
            /** @description One person on one channel. */
            userId: string;
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            event: {
                /** @constant */
                spec: "amf/1";
                /** @description The same on every attempt. */
                eventId: string;
                /** Format: date-time */
                timestamp: string;
                conversation: {
                    userId: string;
                    sessionId: string;
                };
                context: {
                    /** @enum {string} */
                    channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    provider: string;
                    /** @description As GET /capabilities returns them. */
                    capabilities: {
                        [key: string]: unknown;
                    };
                    window: {
                        /** @enum {string} */
                        state: "open" | "closed";
                    };
                    /** @constant */
                    sandbox?: true;
                    desk?: {
                        /** @enum {string} */
                        state: "waiting" | "human";
                    };
                };
                event: {
                    /** @constant */
                    type: "system";
                    /** @enum {string} */
                    kind: "conversationStarted" | "optIn" | "optOut" | "subscribed" | "unsubscribed" | "typing" | "windowChanged";
                    window?: {
                        /** @enum {string} */
                        state: "open" | "closed";
                    };
                };
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
