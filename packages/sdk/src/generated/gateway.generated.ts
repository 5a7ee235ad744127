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
        /** Send messages to one person */
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
            code: "request.malformed" | "request.invalid" | "request.too_large" | "request.precondition_failed" | "request.idempotency_mismatch" | "request.rate_limited" | "auth.unauthenticated" | "auth.second_factor_required" | "auth.forbidden" | "auth.scope_missing" | "auth.emulator_grant.forbidden" | "resource.not_found" | "resource.conflict" | "org.last_owner" | "agent.framework.invalid" | "agent.integrity_conflict" | "agent.playbook.uses_unknown" | "agent.playbook.flow_invalid" | "agent.flow.authoring_unavailable" | "agent.flow.authoring_unreachable" | "agent.outreach.not_found" | "agent.outreach.in_use" | "agent.outreach.journey_incompatible_inputs" | "agent.outreach_send.upstream" | "agent.outreach_send.timeout" | "agent.outreach_link.unavailable" | "agent.not_found" | "agent.outreach.consent_declined" | "agent.outreach.opted_out" | "agent.outreach.consent_denied" | "agent.outreach.recipient_not_found" | "agent.outreach.no_channel_identity" | "agent.outreach.invalid_address" | "agent.outreach.channel_unavailable" | "agent.outreach.missing_inputs" | "agent.outreach.send_not_cancellable" | "agent.campaign.invalid" | "agent.campaign.immutable" | "agent.persona.not_found" | "agent.persona.unavailable" | "agent.test.invalid" | "agent.test.not_found" | "agent.test.run_active" | "agent.test.quota_exceeded" | "agent.test.run_immutable" | "agent.test.system_suite" | "agent.test.authoring_unavailable" | "goal.unknown" | "tool.not_found" | "oauth.provider_unconfigured" | "service.unavailable" | "internal";
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
        };
        SendResults: {
            results: components["schemas"]["SendResult"][];
        };
        SendResult: {
            messageId: string;
            accepted: boolean;
            /** @enum {string} */
            reason?: "optedOut" | "windowClosed" | "mediaUnreachable" | "unsupportedPart" | "invalidMessage" | "unknownRecipient" | "noRoute" | "bindingDisabled";
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
                messages: {
                    native: unknown;
                    text: string;
                    chips: ({
                        label: string;
                        kind: string;
                    } & {
                        [key: string]: unknown;
                    })[];
                    sms?: {
                        [key: string]: unknown;
                    };
                }[];
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
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
