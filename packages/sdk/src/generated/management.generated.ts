// Generated from the OpenAPI documents by `npm run sdk-types`; a check keeps it up to date. Do not edit.
export interface paths {
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who the token represents */
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
                        "application/json": components["schemas"]["Me"];
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
    "/orgs/{org}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the org */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": components["schemas"]["Org"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the name, description, time zone or default country of the org */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrgPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Org"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/auth/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how people can sign in */
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
                        "application/json": components["schemas"]["AuthMethods"];
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
    "/auth/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in and get a session token */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SignIn"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
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
    "/auth/review-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read what the link of an invitation is for */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvitationToken"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["InvitationReview"];
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
    "/auth/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Join an org by an invitation */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvitationAccept"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
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
    "/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change the password of the signed-in user */
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
                    "application/json": components["schemas"]["PasswordChange"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
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
    "/auth/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the orgs the session can reach, by name */
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
                        "application/json": {
                            data: components["schemas"]["AccountOrg"][];
                            nextPageToken?: string;
                        };
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
    "/auth/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get a session in another org of the account */
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
                    "application/json": components["schemas"]["SwitchOrg"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SignedIn"];
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
    "/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the signed-in user's sessions in the org, most recently used first */
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
                        "application/json": {
                            data: components["schemas"]["AccountSession"][];
                            nextPageToken?: string;
                        };
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
    "/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session of the signed-in user at once */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/sessions/_endOthers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End every other session of the signed-in user in the org */
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
            requestBody?: never;
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
    "/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether the signed-in user has a second factor */
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
                        "application/json": components["schemas"]["SecondFactor"];
                    };
                };
            };
        };
        put?: never;
        /** Start setting up a second factor */
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
                    "application/json": components["schemas"]["SecondFactorStart"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewSecondFactor"];
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
    "/auth/second-factor/_confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn on the second factor with a code from the app */
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
                    "application/json": components["schemas"]["SecondFactorCode"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
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
    "/auth/second-factor/_remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove the second factor, with the password and a code or a recovery code */
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
                    "application/json": components["schemas"]["SecondFactorRemoval"];
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
    "/auth/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the applications that act for the signed-in user in the org, most recently used first */
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
                        "application/json": {
                            data: components["schemas"]["ConnectedApplication"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Connect an application */
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
                    "application/json": components["schemas"]["ApplicationConsent"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApplicationRedirect"];
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
    "/auth/applications/{applicationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect an application at once */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    applicationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/applications/_review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read what an application asks for */
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
                    "application/json": components["schemas"]["ApplicationReview"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AuthorizationReview"];
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
    "/orgs/{org}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of the org */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Member"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Add a person to the org */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MemberCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Member"];
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
    "/orgs/{org}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a member */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    userId: string;
                };
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
                        "application/json": components["schemas"]["Member"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a member; their sessions end at once */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change the role, agents, name, email or password of a member */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MemberPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Member"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the invitations that were not accepted yet, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Invitation"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Invite a person to the org */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["InvitationCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Invitation"];
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
    "/orgs/{org}/invitations/{invitationId}/_resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an invitation again, with a new link */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    invitationId: string;
                };
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
                        "application/json": components["schemas"]["Invitation"];
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
    "/orgs/{org}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an invitation: its link stops working */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    invitationId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the API keys of the org */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ApiKey"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create an API key */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApiKeyCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewApiKey"];
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
    "/orgs/{org}/api-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an API key */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    keyId: string;
                };
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
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Revoke an API key at once */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change the name, description, scopes or expiry of an API key */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ApiKeyPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ApiKey"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/api-keys/{keyId}/_roll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replace an API key in one step */
        post: {
            parameters: {
                query?: {
                    overlapMinutes?: number;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["RolledApiKey"];
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
    "/orgs/{org}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed what in the org, and who signed in, newest first */
        get: {
            parameters: {
                query?: {
                    actorId?: string;
                    agentId?: string;
                    method?: "POST" | "PUT" | "PATCH" | "DELETE";
                    q?: string;
                    requestId?: string;
                    start?: string;
                    end?: string;
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AuditEntry"][];
                            nextPageToken?: string;
                        };
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
    "/system/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List all orgs */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
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
                        "application/json": {
                            data: components["schemas"]["Org"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create an org with its first API key */
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
                    "application/json": components["schemas"]["OrgCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CreatedOrg"];
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
    "/system/orgs/{org}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an org and everything it owns */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the users who are system operators */
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
                        "application/json": {
                            data: components["schemas"]["SystemOperator"][];
                        };
                    };
                };
            };
        };
        put?: never;
        /** Make a user a system operator */
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
                    "application/json": components["schemas"]["SystemOperatorCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SystemOperator"];
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
    "/system/operators/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a user's system operator role */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    userId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the system operator keys */
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
                        "application/json": {
                            data: components["schemas"]["SystemKey"][];
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a key for a system operator */
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
            requestBody?: never;
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewSystemKey"];
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
    "/system/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a system operator key at once */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    keyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/system/tests/orgs/{org}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the test limits of an org */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": components["schemas"]["TestLimits"];
                    };
                };
            };
        };
        /** Set test limits of an org */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestLimitsPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestLimits"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalogs/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the entries of a catalog */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    kind: string;
                };
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
                        "application/json": {
                            /** @enum {string} */
                            kind: "agent-templates" | "playbook-templates" | "skill-templates" | "objective-templates" | "personality-templates" | "guardrail-templates" | "tools" | "channels" | "log-events" | "webhook-events";
                            data: components["schemas"]["CatalogEntry"][];
                        };
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
    "/catalogs/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one entry of a catalog */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    kind: string;
                    id: string;
                };
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
                        "application/json": components["schemas"]["CatalogEntry"];
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
    "/orgs/{org}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the agents of the org, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Agent"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create an agent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
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
    "/orgs/{org}/agents/{agent}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an agent */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["Agent"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete an agent and everything it owns */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change the name, description, identity or default country of an agent */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Agent"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the identity */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["AgentIdentity"];
                    };
                };
            };
        };
        /** Replace the identity */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AgentIdentity"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentIdentity"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change fields of the identity */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["IdentityPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentIdentity"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/personality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the personality */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["AgentPersonality"];
                    };
                };
            };
        };
        /** Replace the personality */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonalityBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentPersonality"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/personality/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the personality with the template it was imported from */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["PersonalityDiff"];
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
    "/orgs/{org}/agents/{agent}/personality/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a personality from the catalog */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentPersonality"];
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
    "/orgs/{org}/agents/{agent}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the Goals and the default Goal */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["GoalsAnswer"];
                    };
                };
            };
        };
        /** Replace the Goals */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GoalsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GoalsAnswer"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/playbooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the playbooks in order */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentPlaybook"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a playbook */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlaybookCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentPlaybook"];
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
    "/orgs/{org}/agents/{agent}/playbooks/{playbookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a playbook */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
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
                        "application/json": components["schemas"]["AgentPlaybook"];
                    };
                };
            };
        };
        /** Replace a playbook */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlaybookPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentPlaybook"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a playbook */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change fields of a playbook */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlaybookPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentPlaybook"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/playbooks/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a playbook from the catalog */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentPlaybook"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/playbooks/{playbookId}/_setDefault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a playbook the default */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
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
                        "application/json": components["schemas"]["AgentPlaybook"];
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
    "/orgs/{org}/agents/{agent}/playbooks/{playbookId}/flow:generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate a flow from the body of a playbook */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FlowBrief"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["GeneratedFlow"];
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
    "/orgs/{org}/agents/{agent}/playbooks/{playbookId}/flow/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Verify the flow of a playbook */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    playbookId: string;
                };
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
                        "application/json": components["schemas"]["FlowVerification"];
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
    "/orgs/{org}/agents/{agent}/standing-instructions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the standing instructions */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: string[];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the standing instructions */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StandingInstructionsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: string[];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/guardrails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the guardrails */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["AgentGuardrails"];
                    };
                };
            };
        };
        /** Replace the guardrail lists */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GuardrailsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentGuardrails"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Add entries to the guardrail lists, or remove them */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["GuardrailsPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentGuardrails"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/guardrails/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge a set of guardrails from the catalog */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentGuardrails"];
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
    "/orgs/{org}/agents/{agent}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the rules */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentRule"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the rules */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RulesBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentRule"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/objectives": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the objectives */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentObjective"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the objectives */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ObjectivesBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentObjective"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/objectives/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import an objective from the catalog */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentObjective"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/message-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the message templates */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["MessageTemplate"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a message template */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageTemplateCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageTemplate"];
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
    "/orgs/{org}/agents/{agent}/message-templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a message template */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    templateId: string;
                };
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
                        "application/json": components["schemas"]["MessageTemplate"];
                    };
                };
            };
        };
        /** Replace a message template */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageTemplatePut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageTemplate"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a message template */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change fields of a message template */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    templateId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MessageTemplatePatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MessageTemplate"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/message-templates/{templateId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preview what a person would receive */
        get: {
            parameters: {
                query: {
                    personId: string;
                };
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    templateId: string;
                };
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
                        "application/json": components["schemas"]["TemplatePreview"];
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
    "/orgs/{org}/agents/{agent}/knowledge/things": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the Things */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentThing"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the Things */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ThingsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentThing"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/knowledge/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the collections */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentCollection"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the collections */
        put: {
            parameters: {
                query?: {
                    force?: "true" | "false";
                };
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CollectionsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentCollection"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/knowledge/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the Facts */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentFact"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the Facts */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["FactsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentFact"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/knowledge/facts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import Facts from a CSV file */
        post: {
            parameters: {
                query?: {
                    dryRun?: "true" | "false";
                    skipInvalid?: "true" | "false";
                    onDuplicate?: "update" | "skip";
                    charset?: string;
                    mapping?: string;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "text/csv": string;
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["FactsImported"];
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
    "/orgs/{org}/agents/{agent}/scheduling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the scheduling configuration */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["SchedulingConfig"];
                    };
                };
            };
        };
        /** Replace the scheduling configuration */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SchedulingBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SchedulingConfig"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the locations */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentLocation"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the locations */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LocationsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["AgentLocation"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/people-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the People fields */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["PeopleField"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        /** Replace the People fields */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PeopleFieldsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            data: components["schemas"]["PeopleField"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the notifications configuration */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["Notifications"];
                    };
                };
            };
        };
        /** Replace the notifications configuration */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NotificationsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Notifications"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the custom integrations */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Integration"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a custom integration */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    id: string;
                };
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
                        "application/json": components["schemas"]["Integration"];
                    };
                };
            };
        };
        /** Create or replace a custom integration */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["IntegrationBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Integration"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a custom integration and its credential */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    id: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/integrations/{id}/_refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the tools of an integration again */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    id: string;
                };
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
                        "application/json": components["schemas"]["Integration"];
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
    "/orgs/{org}/agents/{agent}/tool-bindings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tools that are bound */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ToolBinding"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/tool-bindings/{toolId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the binding of a tool */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": components["schemas"]["ToolBinding"];
                    };
                };
            };
        };
        /** Bind a tool, or replace its configuration */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ToolBindingBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolBinding"];
                    };
                };
            };
        };
        post?: never;
        /** Unbind a tool and delete its secrets */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Merge into the configuration of a tool */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ToolBindingPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolBinding"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/_enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enable a bound tool */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": components["schemas"]["ToolBinding"];
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
    "/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/_disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disable a bound tool */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": components["schemas"]["ToolBinding"];
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
    "/orgs/{org}/agents/{agent}/apply-template": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Apply an agent template */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TemplateChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AppliedTemplate"];
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
    "/orgs/{org}/agents/{agent}/updates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the imported pieces and whether the catalog has newer versions */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["Updates"];
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
    "/orgs/{org}/agents/{agent}/updates/apply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Update one imported piece to the current catalog version */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UpdateChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Updates"];
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
    "/orgs/{org}/agents/{agent}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the agent as one document */
        get: {
            parameters: {
                query?: {
                    format?: "yaml" | "json";
                };
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/yaml": unknown;
                        "application/json": unknown;
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
    "/orgs/{org}/agents/{agent}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import a document: each section in it replaces that section of the agent, all or nothing */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ExportDocument"];
                    "application/yaml": components["schemas"]["ExportDocument"];
                    "application/x-yaml": components["schemas"]["ExportDocument"];
                    "text/yaml": components["schemas"]["ExportDocument"];
                    "text/x-yaml": components["schemas"]["ExportDocument"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Imported"];
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
    "/orgs/{org}/agents/{agent}/lint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lint the agent */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["Findings"];
                    };
                };
            };
        };
        put?: never;
        /** Lint a document as if it were imported, without saving it */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ExportDocument"];
                    "application/yaml": components["schemas"]["ExportDocument"];
                    "application/x-yaml": components["schemas"]["ExportDocument"];
                    "text/yaml": components["schemas"]["ExportDocument"];
                    "text/x-yaml": components["schemas"]["ExportDocument"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Findings"];
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
    "/orgs/{org}/agents/{agent}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of the configuration, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentVersion"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a version with its document */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    version: string;
                };
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
                        "application/json": components["schemas"]["AgentVersionDocument"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Label a version */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    version: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["VersionPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AgentVersion"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/versions/{version}/diff/{to}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare two versions */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    version: string;
                    to: string;
                };
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
                        "application/json": components["schemas"]["ConfigurationDiff"];
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
    "/orgs/{org}/agents/{agent}/versions/{version}/_restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a version */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    version: string;
                };
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
                        "application/json": components["schemas"]["VersionNumber"];
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
    "/orgs/{org}/agents/{agent}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the drafts, newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Draft"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a draft */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DraftCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Draft"];
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
    "/orgs/{org}/agents/{agent}/drafts/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a draft */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
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
                        "application/json": components["schemas"]["Draft"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a draft */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Rename a draft */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DraftPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Draft"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/drafts/{draftId}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare a draft with live */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
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
                        "application/json": components["schemas"]["ConfigurationDiff"];
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
    "/orgs/{org}/agents/{agent}/drafts/{draftId}/edits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who changed what in a draft, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["DraftEdit"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/drafts/{draftId}/_rebase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take over what changed in live since the base of a draft */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["RebaseBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Draft"];
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
    "/orgs/{org}/agents/{agent}/drafts/{draftId}/_publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a draft */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PublishBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["VersionNumber"];
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
    "/orgs/{org}/agents/{agent}/drafts/{draftId}/_canary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let a draft answer a share of new sessions */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CanaryBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Draft"];
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
    "/orgs/{org}/agents/{agent}/drafts/{draftId}/_endCanary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the canary of a draft */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    draftId: string;
                };
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
                        "application/json": components["schemas"]["Draft"];
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
    "/orgs/{org}/agents/{agent}/settings/publishing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the publishing settings */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["PublishingSettings"];
                    };
                };
            };
        };
        /** Replace the publishing settings */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PublishingSettingsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PublishingSettings"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/gateway": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the agent's gateway settings */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["Gateway"];
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
    "/orgs/{org}/agents/{agent}/gateway/_rotateAccessToken": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a new access token; the old one stops working at once, or after an overlap */
        post: {
            parameters: {
                query?: {
                    overlapMinutes?: number;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["AccessToken"];
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
    "/orgs/{org}/agents/{agent}/gateway/_rotateSigningSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a new signing secret; the old one stops working at once, or after an overlap */
        post: {
            parameters: {
                query?: {
                    overlapMinutes?: number;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["SigningSecret"];
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
    "/orgs/{org}/agents/{agent}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the media items of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["MediaItem"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Add an image, video, audio file or document */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "multipart/form-data": components["schemas"]["MediaCreate"];
                    "application/json": components["schemas"]["MediaCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["MediaItem"];
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
    "/orgs/{org}/agents/{agent}/media/{mediaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a media item */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    mediaId: string;
                };
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
                        "application/json": components["schemas"]["MediaItem"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a media item that the agent does not use */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    mediaId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the connections of the org, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Connection"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/connections/{connectionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a connection */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    connectionId: string;
                };
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
                        "application/json": components["schemas"]["Connection"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Disconnect an account */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    connectionId: string;
                };
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
                        "application/json": components["schemas"]["ConnectionDisconnect"];
                    };
                };
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/connections/{provider}/_start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start connecting an account at a provider */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    provider: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConnectionStart"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Authorization"];
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
    "/orgs/{org}/agents/{agent}/tools/{toolId}/oauth/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start granting a tool of the agent access at its provider */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ToolOAuthStart"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Authorization"];
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
    "/orgs/{org}/agents/{agent}/tools/{toolId}/oauth/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether an agent's tool has access, and whether it works */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": components["schemas"]["ToolOAuthStatus"];
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
    "/orgs/{org}/agents/{agent}/tools/{toolId}/oauth/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the access of an agent's tool; its binding stays */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": components["schemas"]["ToolOAuthStatus"];
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
    "/oauth/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return from a provider */
        get: {
            parameters: {
                query?: {
                    state?: unknown;
                    code?: unknown;
                    error?: unknown;
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
                        "text/html": unknown;
                    };
                };
                /** @description Redirects to where the flow started */
                302: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content?: never;
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
    "/orgs/{org}/agents/{agent}/channels/{bindingId}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the message templates of a binding's provider */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ProviderTemplate"][];
                        };
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
    "/orgs/{org}/agents/{agent}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the channel bindings of the agent, newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ChannelBinding"][];
                        };
                    };
                };
            };
        };
        put?: never;
        /** Bind the agent to a channel */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChannelBindingCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelBinding"];
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
    "/orgs/{org}/agents/{agent}/channels/{bindingId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a channel binding */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
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
                        "application/json": components["schemas"]["ChannelBinding"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Cancel a channel request, or release its binding */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Rotate a binding's credentials, or change its pacing, its compliance or web chat settings or the inputs it is waiting for */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChannelBindingPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ChannelBinding"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/channels/{bindingId}/_disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn a channel off */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
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
                        "application/json": components["schemas"]["ChannelBinding"];
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
    "/orgs/{org}/agents/{agent}/channels/{bindingId}/_enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turn a channel back on */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
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
                        "application/json": components["schemas"]["ChannelBinding"];
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
    "/orgs/{org}/agents/{agent}/channels/{bindingId}/_rotateIdentitySecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a new identity secret of a web chat; the old one stops working at once, or after an overlap */
        post: {
            parameters: {
                query?: {
                    overlapMinutes?: number;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    bindingId: string;
                };
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
                        "application/json": components["schemas"]["IdentitySecret"];
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
    "/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/_try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Call a tool once, now */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ToolTrialBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ToolTrial"];
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
    "/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the last calls of a tool, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    state?: "running" | "succeeded" | "failed" | "unknown";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ToolCall"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the playbooks that call a tool */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    toolId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ToolUser"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the models that the agents of the org can use */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["OrgModel"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/models/{modelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a model */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    modelId: string;
                };
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
                        "application/json": components["schemas"]["OrgModel"];
                    };
                };
            };
        };
        /** Create or replace a model */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    modelId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OrgModelPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrgModel"];
                    };
                };
                /** @description The model was created. */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OrgModel"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a model that no agent uses */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    modelId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/models/{modelId}/_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask a model a short question, now */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    modelId: string;
                };
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
                        "application/json": components["schemas"]["ModelTest"];
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
    "/orgs/{org}/agents/{agent}/settings/model": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read which models the agent uses */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["ModelSettings"];
                    };
                };
            };
        };
        /** Choose which models the agent uses */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ModelSettings"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ModelSettings"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/usage/costs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sum the calls, tokens and costs of the agent's models */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                    groupBy?: "day" | "model" | "playbook";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["ModelCosts"];
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
    "/orgs/{org}/agents/{agent}/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Search the Facts, Things and source passages of the agent */
        get: {
            parameters: {
                query: {
                    q: string;
                    playbookId?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["SearchHit"][];
                        };
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
    "/orgs/{org}/agents/{agent}/knowledge/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sources of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["KnowledgeSource"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Add a source */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["KnowledgeSourceCreate"];
                    "multipart/form-data": components["schemas"]["KnowledgeSourceCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["KnowledgeSource"];
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
    "/orgs/{org}/agents/{agent}/knowledge/sources/{sourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a source */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    sourceId: string;
                };
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
                        "application/json": components["schemas"]["KnowledgeSource"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Remove a source and its passages */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sourceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/knowledge/sources/{sourceId}/_refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read a source again */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sourceId: string;
                };
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
                        "application/json": components["schemas"]["KnowledgeSource"];
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
    "/orgs/{org}/agents/{agent}/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of the agent, newest first by default */
        get: {
            parameters: {
                query?: {
                    q?: string;
                    status?: "new" | "contacted" | "qualified" | "converted" | "lost";
                    source?: string;
                    consent?: "granted" | "denied" | "unknown";
                    tag?: string;
                    assignedRepresentativeId?: string;
                    preferredLocationId?: string;
                    importBatchId?: string;
                    channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    createdAfter?: string;
                    createdBefore?: string;
                    lastSeenAfter?: string;
                    limit?: number;
                    pageToken?: string;
                    sort?: "-createdAt" | "createdAt" | "-updatedAt" | "updatedAt" | "-lastSeenAt" | "lastSeenAt" | "-fullName" | "fullName";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Person"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Add a Person to the agent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
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
    "/orgs/{org}/agents/{agent}/people/holders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the people behind userIds, as used in messages, conversations and logs, or behind personIds */
        get: {
            parameters: {
                query?: {
                    userIds?: string;
                    personIds?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Person"][];
                        };
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
    "/orgs/{org}/agents/{agent}/people/invalid-phone-numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the stored phone numbers that cannot exist: of people, then of identities */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["InvalidPhoneNumber"][];
                            checked: number;
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/people/{personId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a Person */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Erase a Person and everything stored about them */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change a Person */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/people/{personId}/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the channel identities of a Person, oldest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Identity"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Add a channel identity to a Person */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["IdentityBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Identity"];
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
    "/orgs/{org}/agents/{agent}/people/{personId}/identities/{asid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a channel identity from a Person */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                    asid: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Prefer a channel identity, or move it to another Person */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                    asid: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ChannelIdentityPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Identity"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/people/{personId}/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the consent of a Person, with its history */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": components["schemas"]["ConsentRecord"];
                    };
                };
            };
        };
        /** Record a Person's consent to messages */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ConsentBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["ConsentRecord"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/people/{personId}/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the journal of a Person, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["JournalEntry"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Add an entry to the journal of a Person */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["JournalBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JournalEntry"];
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
    "/orgs/{org}/agents/{agent}/people/{personId}/_merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge another Person into this one */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MergeBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Person"];
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
    "/orgs/{org}/agents/{agent}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the segments of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Segment"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a segment */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SegmentBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Segment"];
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
    "/orgs/{org}/agents/{agent}/segments/{segmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a segment */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    segmentId: string;
                };
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
                        "application/json": components["schemas"]["Segment"];
                    };
                };
            };
        };
        /** Replace a segment */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    segmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SegmentBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Segment"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a segment; the people stay */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    segmentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change the name or the filter of a segment */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    segmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SegmentPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Segment"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/segments/{segmentId}/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the people currently in a segment */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    segmentId: string;
                };
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
                        "application/json": {
                            count: number;
                        };
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
    "/orgs/{org}/agents/{agent}/people/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Import people */
        post: {
            parameters: {
                query?: {
                    channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    dryRun?: "true" | "false";
                    onDuplicate?: "update" | "skip";
                    country?: string;
                    charset?: string;
                    values?: string;
                    mapping?: string;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "text/csv": string;
                    "application/json": components["schemas"]["PeopleToImport"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PeopleImported"];
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
    "/orgs/{org}/agents/{agent}/people/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the imports of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["PeopleImportProgress"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/people/imports/{importBatchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the progress or the result of an import */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    importBatchId: string;
                };
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
                        "application/json": components["schemas"]["PeopleImportReport"];
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
    "/orgs/{org}/agents/{agent}/people/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export the people of the agent as CSV or NDJSON */
        get: {
            parameters: {
                query?: {
                    q?: string;
                    status?: "new" | "contacted" | "qualified" | "converted" | "lost";
                    source?: string;
                    consent?: "granted" | "denied" | "unknown";
                    tag?: string;
                    assignedRepresentativeId?: string;
                    preferredLocationId?: string;
                    importBatchId?: string;
                    channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    createdAfter?: string;
                    createdBefore?: string;
                    lastSeenAfter?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "text/csv": unknown;
                        "application/x-ndjson": unknown;
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
    "/orgs/{org}/agents/{agent}/people/{personId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export everything stored about a Person, as one document */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": components["schemas"]["PersonCopy"];
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
    "/orgs/{org}/agents/{agent}/scheduling/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the open appointment times */
        get: {
            parameters: {
                query?: {
                    from?: string;
                    to?: string;
                    representativeId?: string;
                    locationId?: string;
                    durationMinutes?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["OpenSlots"];
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
    "/orgs/{org}/agents/{agent}/scheduling/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the representatives who have a calendar, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["CalendarLink"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/scheduling/representatives/{representativeId}/calendar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the calendar of a representative */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    representativeId: string;
                };
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
                        "application/json": components["schemas"]["CalendarLink"];
                    };
                };
            };
        };
        /** Link a calendar to a representative */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    representativeId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CalendarLinkPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CalendarLink"];
                    };
                };
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["CalendarLink"];
                    };
                };
            };
        };
        post?: never;
        /** Unlink a representative's calendar */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    representativeId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/scheduling/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the appointment mails, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    status?: "waiting" | "sent" | "failed";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AppointmentMail"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the appointments of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    from?: string;
                    to?: string;
                    representativeId?: string;
                    locationId?: string;
                    status?: "scheduled" | "rescheduled" | "cancelled";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Appointment"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/people/{personId}/appointments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the appointments of a Person, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Appointment"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Book an appointment for a Person */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AppointmentCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Appointment"];
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
    "/orgs/{org}/agents/{agent}/people/{personId}/appointments/{appointmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an appointment */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                    appointmentId: string;
                };
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
                        "application/json": components["schemas"]["Appointment"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Move, cancel or annotate an appointment */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                    appointmentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AppointmentPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Appointment"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/settings/desk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the settings of the desk */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["DeskSettings"];
                    };
                };
            };
        };
        /** Replace the settings of the desk */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskSettingsBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskSettings"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/desk/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the saved replies, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["SavedReply"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a saved reply */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SavedReplyCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedReply"];
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
    "/orgs/{org}/agents/{agent}/desk/replies/{replyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a saved reply */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    replyId: string;
                };
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
                        "application/json": components["schemas"]["SavedReply"];
                    };
                };
            };
        };
        /** Replace a saved reply */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    replyId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SavedReplyPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SavedReply"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a saved reply */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    replyId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/desk/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow the desk: server-sent events */
        get: {
            parameters: {
                query?: {
                    presence?: "true" | "false";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
    "/orgs/{org}/agents/{agent}/usage/desk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the work of the desk, in total and by member */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["DeskUsage"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the conversations of the desk, newest session first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    state?: "agent" | "waiting" | "human" | "closed";
                    assignee?: string;
                    channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    q?: string;
                    snoozed?: "true" | "false";
                    view?: "mine" | "waiting" | "unassigned" | "open" | "closed";
                    tag?: string;
                    playbook?: string;
                    unanswered?: "true" | "false";
                    campaignReplies?: "true" | "false";
                    hideOpeners?: "true" | "false";
                    as?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["DeskConversation"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a conversation of the desk, with its notes and the history of its moves */
        get: {
            parameters: {
                query?: {
                    as?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
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
                        "application/json": components["schemas"]["DeskConversationDetail"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Record that the caller has opened a conversation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskSeenBody"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a note to a conversation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskNoteBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskNote"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a conversation: the agent falls silent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskTakeBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskConversationDetail"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assign a conversation to a member, who then holds it */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskAssignBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskConversationDetail"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Return a conversation to the agent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskReturnBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskConversationDetail"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close a conversation; the next message of the person goes to the agent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskMemberBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskConversationDetail"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hide a conversation from the lists until a time, or until the person writes */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskSnoozeBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskConversationDetail"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write to the person, as the member who holds the conversation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskMessageBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskMessage"];
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show the person that the member is typing */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskMemberBody"];
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
    "/orgs/{org}/agents/{agent}/desk/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the conversations of the views of the caller */
        get: {
            parameters: {
                query?: {
                    as?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["DeskViewCounts"];
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
    "/orgs/{org}/agents/{agent}/desk/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who may work at the desk */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["DeskMember"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_fill": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Fill in a text or a saved reply for the person, without sending it */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    userId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["DeskFillBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["DeskFilledMessage"];
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
    "/orgs/{org}/agents/{agent}/insights/unanswered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the questions that the agent could not answer, most asked first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    start?: string;
                    end?: string;
                    state?: "open" | "dismissed" | "answered";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["UnansweredQuestion"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/insights/unanswered/{questionId}/_answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a question with a Fact */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    questionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["UnansweredAnswer"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UnansweredQuestion"];
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
    "/orgs/{org}/agents/{agent}/insights/unanswered/{questionId}/_dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Dismiss a question: it needs no answer */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    questionId: string;
                };
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
                        "application/json": components["schemas"]["UnansweredQuestion"];
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
    "/orgs/{org}/agents/{agent}/insights/unanswered/{questionId}/_reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reopen a dismissed or answered question */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    questionId: string;
                };
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
                        "application/json": components["schemas"]["UnansweredQuestion"];
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
    "/orgs/{org}/agents/{agent}/insights/topics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what people ask, most asked first */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Topic"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/insights/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count what became of sessions, by day, channel, playbook or version */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                    groupBy?: "day" | "channel" | "playbook" | "version";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Outcome"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/insights/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions behind an outcome or a topic, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    start?: string;
                    end?: string;
                    groupBy?: "day" | "channel" | "playbook" | "version";
                    key?: string;
                    outcome?: "contained" | "notContained" | "unanswered" | "handedOver" | "goal" | "error";
                    topicId?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["SessionOutcome"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/insights": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the outcomes of each agent with the time before, by name */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentInsight"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/settings/weekly-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether the caller gets the weekly mail with questions to answer */
        get: {
            parameters: {
                query?: {
                    as?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["WeeklyMail"];
                    };
                };
            };
        };
        /** Subscribe to the weekly mail with questions to answer, or unsubscribe */
        put: {
            parameters: {
                query?: {
                    as?: string;
                };
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WeeklyMailBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WeeklyMail"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/settings/weekly-mail/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members who get the weekly mail, by email address */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["WeeklyMailSubscriber"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/outreach/{outreachId}/sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an Outreach to one person */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NamedSend"];
                };
            };
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SendResult"];
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
    "/orgs/{org}/agents/{agent}/outreach/sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sends, newest first */
        get: {
            parameters: {
                query?: {
                    outreachId?: string;
                    origin?: "named" | "automated" | "campaign" | "sequence";
                    campaignId?: string;
                    automatedOutreachId?: string;
                    personId?: string;
                    state?: "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
                    reason?: "no_channel_identity" | "no_binding" | "not_rcs_capable" | "capability_unknown" | "dispatch_failed" | "delivery_failed" | "opted_out" | "no_consent" | "frequency_capped" | "template_blocked" | "no_template" | "outside_safe_hours" | "missing_inputs" | "outreach_unavailable" | "binding_error" | "no_route";
                    since?: string;
                    until?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["OutreachSend"][];
                        };
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
    "/orgs/{org}/agents/{agent}/outreach/sends/{sendId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a send */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    sendId: string;
                };
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
                        "application/json": components["schemas"]["OutreachSend"];
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
    "/orgs/{org}/agents/{agent}/outreach/sends/{sendId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a send that is queued or waiting for a retry */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sendId: string;
                };
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
                        "application/json": components["schemas"]["OutreachSend"];
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
    "/orgs/{org}/agents/{agent}/outreach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the Outreaches */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Outreach"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create an Outreach */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OutreachCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Outreach"];
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
    "/orgs/{org}/agents/{agent}/outreach/{outreachId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an Outreach */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
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
                        "application/json": components["schemas"]["Outreach"];
                    };
                };
            };
        };
        /** Replace an Outreach */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OutreachPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Outreach"];
                    };
                };
            };
        };
        post?: never;
        /** Delete an Outreach */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change fields of an Outreach */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OutreachPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Outreach"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/automated-outreach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rules that send an Outreach automatically */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AutomatedOutreach"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a rule */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AutomatedOutreachCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutomatedOutreach"];
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
    "/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a rule */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    ruleId: string;
                };
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
                        "application/json": components["schemas"]["AutomatedOutreach"];
                    };
                };
            };
        };
        /** Replace a rule */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    ruleId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AutomatedOutreachPut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutomatedOutreach"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a rule */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    ruleId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change fields of a rule */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    ruleId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["AutomatedOutreachPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AutomatedOutreach"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/settings/sending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the sending settings */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["SendingSettings"];
                    };
                };
            };
        };
        /** Replace the sending settings */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SendingSettings"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SendingSettings"];
                    };
                };
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people a rule was triggered for, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    state?: "waiting" | "sent" | "skipped" | "failed";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    ruleId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AutomatedOutreachRow"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/sequences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sequences */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Sequence"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a sequence */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SequenceCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Sequence"];
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
    "/orgs/{org}/agents/{agent}/sequences/{sequenceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a sequence */
        get: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
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
                        "application/json": components["schemas"]["Sequence"];
                    };
                };
            };
        };
        /** Replace a sequence */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SequencePut"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Sequence"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a sequence */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change fields of a sequence */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The id of a draft, which is used instead of live. */
                    "X-Svc-Draft"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SequencePatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Sequence"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/sequences/{sequenceId}/enrollments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of a sequence, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    state?: "active" | "completed" | "stopped" | "failed";
                    step?: string;
                    reason?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["SequenceEnrollment"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Enroll a person in a sequence */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SequenceEnrollmentBody"];
                };
            };
            responses: {
                /** @description The key was used before: the enrollment that it made */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SequenceEnrollment"];
                    };
                };
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SequenceEnrollment"];
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
    "/orgs/{org}/agents/{agent}/sequences/{sequenceId}/enrollments/{personId}/_stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop the enrollment of a person: no further step is sent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                    personId: string;
                };
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
                        "application/json": components["schemas"]["SequenceEnrollment"];
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
    "/orgs/{org}/agents/{agent}/sequences/{sequenceId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the results of a sequence */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
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
                        "application/json": components["schemas"]["SequenceReport"];
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
    "/orgs/{org}/agents/{agent}/sequences/{sequenceId}/_rehearse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enroll a persona in a sequence */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    sequenceId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaEnrollmentBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SequenceEnrollment"];
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
    "/orgs/{org}/agents/{agent}/people/{personId}/reachability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read whether a Person may be messaged now, and why or why not */
        get: {
            parameters: {
                query?: {
                    outreachId?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personId: string;
                };
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
                        "application/json": components["schemas"]["Reachability"];
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
    "/orgs/{org}/agents/{agent}/integrations/journey/outreach/{outreachId}/sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an Outreach from a journey step */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["JourneySend"];
                    "*/*": components["schemas"]["JourneySend"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["JourneyOutcome"];
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
    "/orgs/{org}/agents/{agent}/integrations/journey/sends/{sendId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the result of a send */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    sendId: string;
                };
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
                        "application/json": components["schemas"]["JourneyStatus"];
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
    "/orgs/{org}/agents/{agent}/integrations/journey/sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the result of the send in the query */
        get: {
            parameters: {
                query: {
                    sendId: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["JourneyStatus"];
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
    "/orgs/{org}/agents/{agent}/integrations/journey/outreach/{outreachId}/action-definition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read everything a journey platform needs to send an Outreach */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    outreachId: string;
                };
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
                        "application/json": components["schemas"]["JourneyActionDefinition"];
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
    "/orgs/{org}/agents/{agent}/outreach-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the outreach links of the agent, newest first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["OutreachLink"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a link to a public page where testers enter their number */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OutreachLinkCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OutreachLink"];
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
    "/orgs/{org}/agents/{agent}/outreach-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete an outreach link; its page is gone at once */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    linkId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Pause or resume an outreach link */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    linkId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OutreachLinkPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OutreachLink"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/outreach-links/{linkId}/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Redeem an outreach link for a persona */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    linkId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OutreachLinkRedeem"];
                };
            };
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["OutreachLinkRedeemed"];
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
    "/orgs/{org}/agents/{agent}/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the campaigns of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Campaign"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a campaign */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CampaignBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a campaign */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["Campaign"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a campaign that is neither running nor paused; its sends stay */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change a draft or staged campaign */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CampaignPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Campaign"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/stage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stage a campaign: record who receives it, who does not, and why */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["Campaign"];
                    };
                };
                /** @description Staging takes longer and continues: poll the campaign */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a staged campaign */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause a running campaign */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused campaign exactly where it stopped */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a campaign: unsent messages are never sent, and the report stays available */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/choose-variant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the rest of a campaign with one of its variants */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CampaignVariantChoice"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Campaign"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/test-send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the opener of a campaign to yourself */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["CampaignTestSend"];
                };
            };
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["SendResult"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the recipients and exclusions of a staged campaign */
        get: {
            parameters: {
                query?: {
                    state?: "excluded" | "held_out" | "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
                    reason?: string;
                    channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    variantId?: string;
                    startingAfter?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["CampaignRecipient"][];
                            hasMore: boolean;
                        };
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the opener as one person would receive it now */
        get: {
            parameters: {
                query: {
                    personId: string;
                    channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["CampaignPreview"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the results of a campaign */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
                        "application/json": components["schemas"]["CampaignReport"];
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
    "/orgs/{org}/agents/{agent}/campaigns/{campaignId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a campaign: server-sent events */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    campaignId: string;
                };
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
    "/orgs/{org}/agents/{agent}/tests/suites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the test suites of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["TestSuite"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a test suite */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestSuiteBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestSuite"];
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a test suite */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
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
                        "application/json": components["schemas"]["TestSuite"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a test suite and its cases; runs and results stay */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change a test suite */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestSuitePatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestSuite"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/tests/pass-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how many of the Examples of each playbook pass */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["TestPassRate"][];
                        };
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
    "/orgs/{org}/agents/{agent}/tests/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the results of suites in the newest runs, newest first */
        get: {
            parameters: {
                query?: {
                    suiteId?: string;
                    limit?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["TestSuiteOutcome"][];
                        };
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the cases of a suite, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["TestCase"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a case */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCase"];
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a case */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                    caseId: string;
                };
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
                        "application/json": components["schemas"]["TestCase"];
                    };
                };
            };
        };
        /** Replace a case; its id, its history and its origin stay */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                    caseId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCase"];
                    };
                };
            };
        };
        post?: never;
        /** Delete a case; its results stay with their runs */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                    caseId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the results of a case, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                    caseId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["TestHistoryEntry"][];
                        };
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a case into a suite, under the next free key */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                    caseId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseCopy"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCase"];
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/generate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Generate cases from a description, from Facts, from flows, or from attacks */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseGenerate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCasesGenerated"];
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview an unsaved case: what the first turn would see */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCasePreview"];
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Preview a case: what the first turn would see */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                    caseId: string;
                };
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
                        "application/json": components["schemas"]["TestCasePreview"];
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
    "/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/compile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write a case, or change one, so that it satisfies a brief */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    suiteId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseCompile"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCaseCompiled"];
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
    "/orgs/{org}/agents/{agent}/tests/cases/from-conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a case from a real conversation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestCaseRecord"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCaseRecorded"];
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
    "/orgs/{org}/agents/{agent}/tests/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the test runs of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    suiteId?: string;
                    status?: "queued" | "running" | "paused" | "completed" | "cancelled" | "failed";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["TestRun"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Run test cases */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TestRunBody"];
                };
            };
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pause a run: cases being played finish their turn, and start over when the run is resumed */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resume a paused run */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a run: cases that have not been played yet are skipped */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pin a run: later runs are compared with it */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/unpin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Unpin a run */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a test run */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestRun"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a test run: server-sent events */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Download the report of a test run, as JSON or as JUnit XML */
        get: {
            parameters: {
                query?: {
                    format?: "json" | "junit";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": unknown;
                        "application/xml": unknown;
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
    "/orgs/{org}/agents/{agent}/tests/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the tests of a time covered */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["TestCoverage"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/coverage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a test run covered */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestCoverage"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the results of a test run, in order */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    startingAfter?: string;
                    state?: "pending" | "claimed" | "running" | "passed" | "failed" | "errored" | "skipped" | "cancelled";
                    caseId?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    run: string;
                };
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
                        "application/json": components["schemas"]["TestResultPage"];
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
    "/orgs/{org}/agents/{agent}/tests/runs/{run}/results/{result}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one result of a test run */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    run: string;
                    result: string;
                };
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
                        "application/json": components["schemas"]["TestResult"];
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
    "/orgs/{org}/agents/{agent}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the replays of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Replay"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Replay real sessions */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ReplayBody"];
                };
            };
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Replay"];
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
    "/orgs/{org}/agents/{agent}/replays/{replay}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a replay */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    replay: string;
                };
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
                        "application/json": components["schemas"]["Replay"];
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
    "/orgs/{org}/agents/{agent}/replays/{replay}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a replay */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    replay: string;
                };
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
                        "application/json": components["schemas"]["Replay"];
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
    "/orgs/{org}/agents/{agent}/replays/{replay}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the conversations of a replay with their verdicts */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    verdict?: "same" | "changed" | "error";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    replay: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["ReplayedConversation"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/replays/{replay}/conversations/{sessionId}/_makeCase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create a test case from a conversation of a replay */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    replay: string;
                    sessionId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["MakeCaseBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCase"];
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
    "/orgs/{org}/agents/{agent}/simulations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the simulations of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Simulation"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Let simulated people talk with the agent */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SimulationBody"];
                };
            };
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Simulation"];
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
    "/orgs/{org}/agents/{agent}/simulations/{simulationId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel a simulation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    simulationId: string;
                };
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
                        "application/json": components["schemas"]["Simulation"];
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
    "/orgs/{org}/agents/{agent}/simulations/{simulationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a simulation and what came of it so far */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    simulationId: string;
                };
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
                        "application/json": components["schemas"]["Simulation"];
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
    "/orgs/{org}/agents/{agent}/simulations/{simulationId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a simulation: server-sent events */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    simulationId: string;
                };
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
    "/orgs/{org}/agents/{agent}/simulations/{simulationId}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the conversations of a simulation that have ended, in order */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    outcome?: "goal" | "contained" | "handedOver" | "maxTurns" | "error";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    simulationId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["SimulatedConversation"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/simulations/{simulationId}/conversations/{simulatedId}/_makeCase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a test case of a simulated conversation */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    simulationId: string;
                    simulatedId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SimulationMakeCaseBody"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["TestCase"];
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
    "/orgs/{org}/agents/{agent}/tests/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the remaining test budget */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["TestQuota"];
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
    "/orgs/{org}/agents/{agent}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the agent's turn records, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    userId?: string;
                    sessionId?: string;
                    start?: string;
                    end?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["TurnList"];
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
    "/orgs/{org}/agents/{agent}/turns/{turnId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one turn record */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    turnId: string;
                };
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
                        "application/json": components["schemas"]["TurnRecord"];
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
    "/orgs/{org}/agents/{agent}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List messages, taps and status reports, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    start?: string;
                    end?: string;
                    userId?: string;
                    sessionId?: string;
                    origin?: "user" | "agent";
                    type?: "content" | "status" | "action";
                    includeTest?: "true" | "false";
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentMessageEntry"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List sessions, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    start?: string;
                    end?: string;
                    userId?: string;
                    includeTest?: "true" | "false";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentConversationSummary"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people the agent talked with, most recent first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    start?: string;
                    end?: string;
                    includeTest?: "true" | "false";
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentUserSummary"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the log of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    start?: string;
                    end?: string;
                    userId?: string;
                    sessionId?: string;
                    level?: "debug" | "info" | "warn" | "error";
                    event?: string;
                    includeTest?: "true" | "false";
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["AgentLogEntry"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/agents/{agent}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the agent's activity, by hour or by day */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                    interval?: "hour" | "day";
                    timeZone?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["Usage"];
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
    "/orgs/{org}/agents/{agent}/usage/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the goals that the agent reached since a given time */
        get: {
            parameters: {
                query: {
                    since: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": components["schemas"]["GoalsReached"];
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
    "/orgs/{org}/agents/{agent}/usage/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Compare the versions and drafts that answered people */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["VersionUsage"][];
                        };
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
    "/orgs/{org}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Count the activity of all agents of the org, by hour or by day */
        get: {
            parameters: {
                query?: {
                    start?: string;
                    end?: string;
                    interval?: "hour" | "day";
                    timeZone?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": components["schemas"]["OrgUsage"];
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
    "/orgs/{org}/agents-overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the state of each agent of the org, by name */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": components["schemas"]["AgentsOverview"];
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
    "/orgs/{org}/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what needs attention, most severe first */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": components["schemas"]["Attention"];
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
    "/orgs/{org}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks of the org */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Webhook"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a webhook for the events of the org */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewWebhook"];
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
    "/orgs/{org}/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    webhookId: string;
                };
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
                        "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a webhook with the log of its deliveries */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change a webhook's address, events or description, or turn it on or off */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Webhook"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/webhooks/{webhookId}/_rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new signing secret */
        post: {
            parameters: {
                query?: {
                    overlapMinutes?: number;
                };
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    webhookId: string;
                };
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
                        "application/json": components["schemas"]["NewWebhook"];
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
    "/orgs/{org}/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the recent events of the org, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    type?: string;
                    start?: string;
                };
                header?: never;
                path: {
                    org: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["OrgEvent"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of a webhook, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                    status?: "pending" | "delivered" | "failed";
                    type?: string;
                };
                header?: never;
                path: {
                    org: string;
                    webhookId: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["WebhookDelivery"][];
                            nextPageToken?: string;
                        };
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
    "/orgs/{org}/webhooks/{webhookId}/deliveries/{deliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a delivery with its payload and every attempt */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    webhookId: string;
                    deliveryId: string;
                };
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
                        "application/json": components["schemas"]["WebhookDeliveryDetail"];
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
    "/orgs/{org}/webhooks/{webhookId}/deliveries/{deliveryId}/_resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a delivery again now, with the same id */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    webhookId: string;
                    deliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
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
    "/orgs/{org}/webhooks/{webhookId}/_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the event webhook.test to a webhook */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description The response */
                202: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookDelivery"];
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
    "/orgs/{org}/webhooks/{webhookId}/_recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send all failed deliveries again since a given time */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["WebhookRecover"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["WebhookRecovered"];
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
    "/orgs/{org}/agents/{agent}/emulator-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the emulator links of the agent, without their tokens */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["EmulatorLink"][];
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a standalone emulator link */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["EmulatorLinkCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NewEmulatorLink"];
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
    "/orgs/{org}/agents/{agent}/emulator-links/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an emulator link; its token stops working at once */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    linkId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/emulator-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create an emulator token that lasts two hours */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["EmulatorSitting"];
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
    "/emulator/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the org and agent of the emulator grant */
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
                        "application/json": components["schemas"]["EmulatorSession"];
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
    "/orgs/{org}/agents/{agent}/personas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the personas of the agent, newest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                    pageToken?: string;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                };
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
                        "application/json": {
                            data: components["schemas"]["Persona"][];
                            nextPageToken?: string;
                        };
                    };
                };
            };
        };
        put?: never;
        /** Create a persona to rehearse with */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaCreate"];
                };
            };
            responses: {
                /** @description Made */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Persona"];
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
    "/orgs/{org}/agents/{agent}/personas/{personaId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a persona */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
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
                        "application/json": components["schemas"]["Persona"];
                    };
                };
            };
        };
        put?: never;
        post?: never;
        /** Delete a persona and its conversations */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
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
        options?: never;
        head?: never;
        /** Change a persona */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaPatch"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["Persona"];
                    };
                };
            };
        };
        trace?: never;
    };
    "/orgs/{org}/agents/{agent}/personas/{personaId}/_reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reset a persona: deletes the conversation and everything learned, and assigns a new userId */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                    /** @description The ETag that the resource must still have. */
                    "If-Match"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
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
                        "application/json": components["schemas"]["Persona"];
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
    "/orgs/{org}/agents/{agent}/personas/{personaId}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the last turns of a persona, oldest first */
        get: {
            parameters: {
                query?: {
                    limit?: number;
                };
                header?: never;
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
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
                        "application/json": components["schemas"]["PersonaTurns"];
                    };
                };
            };
        };
        put?: never;
        /** Act as the persona, and see the agent's reply */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaTurnBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["PersonaTurn"];
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
    "/orgs/{org}/agents/{agent}/personas/{personaId}/_advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Move a persona's clock forward, and see what happens until then */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description At most 200 characters; a repeat gets the first answer for 24 hours. */
                    "Idempotency-Key"?: string;
                };
                path: {
                    org: string;
                    agent: string;
                    personaId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonaAdvanceBody"];
                };
            };
            responses: {
                /** @description The response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["AdvancedClock"];
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
        Me: {
            caller: {
                /** @constant */
                kind: "user";
                id: string;
            };
            org: {
                id: string;
                name?: string;
                /** @enum {string} */
                role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
                /** @description The agents that the member is limited to; absent: all. */
                agentIds?: string[];
            };
            isSysop: boolean;
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            rateLimit: null;
        };
        Org: {
            id: string;
            name: string;
            description?: string;
            timeZone?: string;
            /** @description Phone numbers without a country code are read in this country, where the agent names none. Default: US. */
            defaultCountry?: string;
            features: string[];
            products: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        OrgPatch: {
            name?: string;
            description?: string | null;
            timeZone?: string | null;
            /** @description Phone numbers without a country code are read in this country, where the agent names none. Default: US. */
            defaultCountry?: string | null;
        };
        AuthMethods: {
            /** @constant */
            password: true;
            /** @description Absent if no issuer is configured, or while it cannot be reached. */
            openId?: {
                authorizationEndpoint: string;
                clientId: string;
                redirectUri: string;
                /** @description The issuer's host, for display. */
                name: string;
            };
        };
        SignIn: {
            email: string;
            password: string;
            /** @description A second-factor code or a recovery code, if the member has a second factor. */
            code?: string;
            org?: string;
        } | {
            idToken: string;
            org?: string;
        } | {
            code: string;
            /** @description The value that the `code_challenge` (S256) was derived from. */
            codeVerifier: string;
            /** @description As sent to the issuer. */
            nonce: string;
            org?: string;
        };
        SignedIn: {
            token: string;
            /** Format: date-time */
            expiresAt: string;
            user: {
                id: string;
                email: string;
                name?: string;
            };
            org: {
                id: string;
                /** @enum {string} */
                role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            };
        };
        InvitationToken: {
            /** @description The part of the link after `#`. */
            token: string;
        };
        InvitationReview: {
            org: {
                id: string;
                name: string;
            };
            email: string;
            name?: string;
            /** @enum {string} */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            /**
             * @description `existing`: the account must prove itself, with a password or through the OpenID Connect issuer.
             * @enum {string}
             */
            account: "new" | "existing";
            /** Format: date-time */
            expiresAt: string;
        };
        InvitationAccept: {
            /** @description The part of the link after `#`. */
            token: string;
            /** @description The password for this org. Other orgs of the account keep theirs. */
            password: string;
            /** @description For a new account. */
            name?: string;
            /** @description If the account exists: its password in an org that it belongs to, as proof. */
            accountPassword?: string;
            /** @description If that org asks for a second factor. */
            code?: string;
        };
        PasswordChange: {
            currentPassword: string;
            newPassword: string;
        };
        AccountOrg: {
            id: string;
            name: string;
            /** @enum {string} */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
        };
        SwitchOrg: {
            org: string;
        };
        AccountSession: {
            id: string;
            /** @description The browser or program that signed in, abbreviated. */
            client?: string;
            /** @description The network it signed in from, abbreviated. */
            address?: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Whether it is the session that makes the request. */
            current: boolean;
        };
        SecondFactor: {
            enabled: boolean;
            /** Format: date-time */
            enabledAt?: string;
            /** @description Out of the ten shown at setup. */
            recoveryCodesLeft?: number;
        };
        SecondFactorStart: {
            password: string;
        };
        NewSecondFactor: {
            /** @description Base32, for an app that does not accept links. */
            secret: string;
            /** @description The same as a link, which can be shown as a QR code. */
            otpauthUrl: string;
        };
        SecondFactorCode: {
            code: string;
        };
        RecoveryCodes: {
            recoveryCodes: string[];
        };
        SecondFactorRemoval: {
            password: string;
            code: string;
        };
        ConnectedApplication: {
            id: string;
            /** @description As the application calls itself; no one has verified it. */
            name: string;
            /** @description The hosts that the application registered. */
            redirectHosts: string[];
            /** @description As allowed; the member's current role limits them at each call. */
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description Unless the application uses it before.
             */
            expiresAt: string;
        };
        ApplicationReview: {
            request: components["schemas"]["AuthorizationRequest"];
        };
        /** @description The parameters that an application sent to `/oauth/authorize`. */
        AuthorizationRequest: {
            /** @description `client_id` of the request. */
            clientId?: string;
            /** @description `redirect_uri` of the request. */
            redirectUri?: string;
            /** @description `response_type` of the request. */
            responseType?: string;
            /** @description `code_challenge` of the request. */
            codeChallenge?: string;
            /** @description `code_challenge_method` of the request. */
            codeChallengeMethod?: string;
            /** @description `scope` of the request. */
            scope?: string;
            /** @description `resource` of the request. */
            resource?: string;
            /** @description `state` of the request. */
            state?: string;
        };
        AuthorizationReview: {
            /** @description As the application calls itself; no one has verified it. */
            clientName: string;
            /** @description The address that receives the result. */
            redirectHost: string;
            /**
             * @description The member's role in the org.
             * @enum {string}
             */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            /** @description What the member can allow: requested, and within their role. */
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** @description The same without administration. */
            suggestedScopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** @description Where to send the browser if the member refuses. */
            denyRedirectTo: string;
            /** @description Why the request cannot be allowed; `denyRedirectTo` then tells the application. */
            error?: string;
        };
        ApplicationConsent: {
            request: components["schemas"]["AuthorizationRequest"];
            /** @description What the member allows. */
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
        };
        ApplicationRedirect: {
            /** @description Where to send the browser; valid for a minute. */
            redirectTo: string;
        };
        Member: {
            /** @description The id of the user. */
            id: string;
            /** @description The same id, under the name used in paths. */
            userId: string;
            email: string;
            name?: string;
            /** @enum {string} */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            /** @description The agents that the member is limited to; absent: all. Admins and owners are never limited. */
            agentIds?: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MemberCreate: {
            /** Format: email */
            email: string;
            name?: string;
            /** @enum {string} */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            /** @description The agents that the member is limited to; by default all. Not for admins and owners. */
            agentIds?: string[];
            password?: string;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly userId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        MemberPatch: {
            /** Format: email */
            email?: string;
            name?: string | null;
            /** @enum {string} */
            role?: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            agentIds?: string[] | null;
            password?: string;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly userId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        Invitation: {
            id: string;
            email: string;
            name?: string;
            /** @enum {string} */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            /** @description The agents that the member will be limited to. */
            agentIds?: string[];
            /** @description The id of the member or key that invited. */
            invitedBy: string;
            /**
             * @description `pending`, `sent` or `failed` for the mail; `link` if no mail is configured: then the answer that made the link contains it.
             * @enum {string}
             */
            delivery: "link" | "pending" | "sent" | "failed";
            /** @description Why the mail was not sent, and what to do. */
            problem?: string;
            /** @description Shown once. Whoever has it can join in place of the person. */
            link?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            sentAt?: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitationCreate: {
            /** Format: email */
            email: string;
            name?: string;
            /** @enum {string} */
            role: "frontDesk" | "viewer" | "editor" | "admin" | "owner";
            /** @description The agents that the member is limited to; by default all. Not for admins and owners. */
            agentIds?: string[];
        };
        ApiKey: {
            id: string;
            name: string;
            description?: string;
            prefix: string;
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            lastUsedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ApiKeyCreate: {
            name: string;
            description?: string;
            /** @description Default: the read scopes. */
            scopes?: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** Format: date-time */
            expiresAt?: string;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly prefix?: unknown;
            /** @description Ignored on write. */
            readonly lastUsedAt?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        NewApiKey: {
            id: string;
            name: string;
            description?: string;
            prefix: string;
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            lastUsedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The raw key: shown only here, once. */
            key: string;
        };
        ApiKeyPatch: {
            name?: string;
            description?: string | null;
            scopes?: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            expiresAt?: string | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly prefix?: unknown;
            /** @description Ignored on write. */
            readonly lastUsedAt?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        RolledApiKey: {
            id: string;
            name: string;
            description?: string;
            prefix: string;
            scopes: ("agents:read" | "agents:write" | "people:read" | "people:write" | "people:export" | "knowledge:read" | "knowledge:write" | "messages:read" | "catalogs:read" | "templates:apply" | "webhooks:manage" | "org:admin" | "integrations:journey")[];
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            lastUsedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The raw key: shown only here, once. */
            key: string;
            /** @description The old key. Without `expiresAt`, it is revoked. */
            replaced: {
                id: string;
                /** Format: date-time */
                expiresAt?: string;
            };
        };
        AuditEntry: {
            id: string;
            /** Format: date-time */
            at: string;
            actor: {
                /**
                 * @description `system` is an operator, who acts from outside the org.
                 * @enum {string}
                 */
                kind: "user" | "key" | "system";
                id: string;
                /** @description If the user is still a member. */
                email?: string;
                /** @description If the key still exists. */
                name?: string;
                /** @description The automated caller named in `X-Svc-Agent`. */
                via?: string;
            };
            /** @description The operation's name in the API reference. */
            action: string;
            method: string;
            /** @description Below `/v1`, without the query. */
            path: string;
            agentId?: string;
            /** @description The `X-Request-Id` of the response. */
            requestId: string;
            ip?: string;
            status: number;
        };
        OrgCreate: {
            id?: string;
            name: string;
            timeZone?: string;
            /** @description Its region becomes `defaultCountry` where that is omitted. */
            locale?: string;
            /** @description Phone numbers without a country code are read in this country, where the agent names none. Default: US. */
            defaultCountry?: string;
        };
        CreatedOrg: {
            org: components["schemas"]["Org"];
            /** @description The org's first key: shown once. */
            apiKey: string;
        };
        SystemOperator: {
            id: string;
            email: string;
            /** @description The id of the org whose password gives them access to `/system`. */
            orgs: string[];
            /** Format: date-time */
            createdAt: string;
        };
        SystemOperatorCreate: {
            email: string;
            /** @description The org whose password gives access to `/system`; optional if the user is in one org or in none. */
            org?: string;
        };
        SystemKey: {
            id: string;
            /** Format: date-time */
            createdAt: string;
        };
        NewSystemKey: {
            id: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Shown only here, once. */
            key: string;
        };
        TestLimits: {
            dailyUnits: number | null;
            maxUnitsPerRun: number | null;
            maxCasesPerRun: number | null;
            /** @description The effective limits: the org's own, or else the platform's. */
            limits: {
                dailyUnits: number;
                maxUnitsPerRun: number;
                maxCasesPerRun: number;
                perCaseUnitCeiling: number;
            };
        };
        TestLimitsPut: {
            dailyUnits?: number | null;
            maxUnitsPerRun?: number | null;
            maxCasesPerRun?: number | null;
        };
        /** @description Depends on the kind: a template, a tool, the setup form of a channel, or the name of an event. */
        CatalogEntry: components["schemas"]["AgentTemplate"] | components["schemas"]["PlaybookTemplate"] | components["schemas"]["SkillTemplate"] | components["schemas"]["ObjectiveTemplate"] | components["schemas"]["PersonalityTemplate"] | components["schemas"]["GuardrailTemplate"] | components["schemas"]["Tool"] | components["schemas"]["ChannelForm"] | components["schemas"]["EventName"];
        AgentTemplate: {
            id: string;
            version: string;
            name: string;
            description: string;
            category?: string;
            identityPreamble?: string;
            playbookTemplateIds?: string[];
            personalityTemplateId?: string;
            objectiveTemplateIds?: string[];
            guardrailTemplateIds?: string[];
            skillTemplateIds?: string[];
            recommendedToolIds?: string[];
            standingInstructions?: string[];
            goals?: {
                goals: components["schemas"]["AgentGoal"][];
                defaultGoal?: components["schemas"]["GoalAssignment"];
            };
            locations?: components["schemas"]["AgentLocation"][];
        };
        AgentGoal: {
            id: string;
            name: string;
            description?: string;
            definition: {
                /** @constant */
                kind: "event";
                /** @enum {string} */
                event: "appointment.booked" | "contact.captured" | "person.replied" | "link.tapped";
            } | {
                /** @constant */
                kind: "judged";
                criterion: string;
            };
        };
        GoalAssignment: {
            goalId: string;
            unless?: {
                /** @constant */
                field: "person.lastCallAt";
                /** @constant */
                op: "exists";
            } | {
                /** @constant */
                field: "person.consent.status";
                /** @constant */
                op: "eq";
                /** @enum {string} */
                value: "granted" | "denied" | "unknown";
            } | {
                /** @constant */
                field: "person.status";
                /** @constant */
                op: "eq";
                value: string;
            } | {
                field: string;
                /** @constant */
                op: "eq";
                value: string;
            } | {
                field: string;
                /** @constant */
                op: "exists";
                value?: string;
            };
            then?: string;
        };
        AgentLocation: {
            id: string;
            name: string;
            /** @description Other names that people use for it. */
            aliases?: string[];
            address?: string;
            coordinates?: {
                latitude: number;
                longitude: number;
            };
            /** @description Any common format; without a country code, read in the `defaultCountry` of the agent. Stored as E.164. */
            phone?: string;
            /** @description Default: the agent's. */
            timeZone?: string;
            /** @description Empty means the agent's own hours. */
            hours?: components["schemas"]["SchedulingWindow"][];
            /** @description Who works there; default: everyone. */
            representativeIds?: string[];
            /** @default true */
            enabled?: boolean;
        };
        SchedulingWindow: {
            /** @description 0 is Sunday, 6 is Saturday. */
            dayOfWeek: number;
            startTime: string;
            endTime: string;
        };
        PlaybookTemplate: {
            id: string;
            version: string;
            name: string;
            description: string;
            whenToUse?: string;
            body: string;
            examples?: {
                /** @enum {string} */
                role: "user" | "agent";
                content: string;
            }[][];
            derivedSkillTemplateIds?: string[];
            isDefault?: boolean;
            isOutbound?: boolean;
            flow?: components["schemas"]["AgentFlow"];
        };
        AgentFlow: {
            /** @default main */
            id: string;
            name?: string;
            description?: string;
            /** @default [] */
            slots: components["schemas"]["FlowSlot"][];
            steps: components["schemas"]["FlowStep"][];
            /**
             * @description default: return
             * @enum {string}
             */
            onComplete?: "return" | "end";
            allowDigressions?: boolean;
            generatedFrom?: {
                /** @description SHA-256 of the body, as hex. */
                bodyHash: string;
                by?: string;
                at?: string;
                model?: string;
            };
        };
        FlowSlot: {
            name: string;
            /** @enum {string} */
            type: "string" | "email" | "phone" | "number" | "date" | "timeslot" | "enum" | "boolean" | "location";
            required?: boolean;
            /** @description A Person field such as person.email; the agent does not ask for a bound slot that already has a value. */
            bind?: string;
            /** @description Static choices; of a location slot, the ids of the locations to choose from (default: all). */
            options?: string[];
            /** @description Dynamic choices: a tool such as scheduling.offerTimes, things, or collection:<id>. */
            source?: string;
            prompt?: string;
            /** @description A /regex/, or one of nonempty, future, past, positive, integer; the agent asks again when a value does not match. */
            validate?: string;
            /** @description Ask the person to confirm the value once. */
            confirm?: boolean;
        };
        FlowStep: {
            id?: string;
            collect: string | string[];
        } | {
            id?: string;
            say: string | {
                text: string;
                /** @description 1 to 4 reply chips. */
                suggestions?: string[];
            };
        } | {
            id?: string;
            /** @description One of scheduling.offerTimes, scheduling.book, scheduling.reschedule, scheduling.cancel, people.save, notify.team, knowledge.search, tool:<toolId>.call, integration:<id>.call, or integration:<id>.<tool>. */
            action: string;
            with?: {
                [key: string]: unknown;
            };
            /** @description A declared slot that receives the result; {slot} prints it, and {slot.a.b} a field of it. */
            slot?: string;
            confirm?: string;
            /** @enum {string} */
            on_error?: "retry" | "handoff" | "branch";
        } | {
            id?: string;
            branch: {
                if: string;
                goto: string;
            }[];
            else?: string;
        } | {
            id?: string;
            call: string;
        } | {
            id?: string;
            /** @description human, playbook:<id>, or a playbook id. */
            handoff: string;
        } | {
            id?: string;
            end: {
                outcome: string;
                /** @description human, playbook:<id>, or a playbook id. */
                handoff?: string;
            };
        };
        SkillTemplate: {
            id: string;
            version: string;
            name: string;
            description: string;
            body: string;
            requiredTools?: string[];
        };
        ObjectiveTemplate: {
            id: string;
            version: string;
            name: string;
            description: string;
            body: string;
        };
        PersonalityTemplate: {
            id: string;
            version: string;
            name: string;
            description: string;
            promptFragment: string;
        };
        GuardrailTemplate: {
            id: string;
            version: string;
            name: string;
            description: string;
            topicsToAvoid?: string[];
            claimsNotToMake?: string[];
            requiredDisclaimers?: string[];
        };
        Tool: {
            id: string;
            version: string;
            name: string;
            description: string;
            /** @enum {string} */
            category: "calendar" | "messaging" | "email" | "crm" | "support" | "payments" | "commerce" | "records" | "developer";
            /** @description A JSON Schema, draft 2020-12. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description A JSON Schema, draft 2020-12. */
            configSchema?: {
                [key: string]: unknown;
            };
            oauth?: {
                /** @enum {string} */
                provider: "google" | "microsoft";
                scopes: string[];
            };
        };
        ChannelForm: {
            id: string;
            name: string;
            description: string;
            managed?: {
                fields: {
                    key: string;
                    label: string;
                    /** @enum {string} */
                    type: "string" | "text" | "url" | "email" | "phone" | "color" | "select" | "secret";
                    required: boolean;
                    help?: string;
                    options?: {
                        value: string;
                        label: string;
                    }[];
                    pattern?: string;
                    maxLength?: number;
                }[];
                provisioning: {
                    steps: string[];
                    instant: boolean;
                };
            };
            unmanaged?: {
                providers: {
                    id: string;
                    name: string;
                    description: string;
                    fields: {
                        key: string;
                        label: string;
                        /** @enum {string} */
                        type: "string" | "text" | "url" | "email" | "phone" | "color" | "select" | "secret";
                        required: boolean;
                        help?: string;
                        options?: {
                            value: string;
                            label: string;
                        }[];
                        pattern?: string;
                        maxLength?: number;
                    }[];
                    /** @description Keys of fields; at least one of them is required. */
                    atLeastOneOf?: string[];
                }[];
            };
        };
        EventName: {
            id: string;
            name: string;
            description: string;
            example?: {
                [key: string]: unknown;
            };
        };
        Agent: {
            id: string;
            orgId: string;
            name: string;
            description?: string;
            identity?: components["schemas"]["AgentIdentity"];
            /** @description Phone numbers without a country code are read in this country. Default: that of the org, else US. */
            defaultCountry?: string;
            /** @constant */
            framework: "v2";
            /** @description The agent template applied last. */
            templateRef?: components["schemas"]["DerivedFrom"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AgentIdentity: {
            /** Format: uri */
            smallLogoUrl?: string;
            /** Format: uri */
            largeBannerUrl?: string;
            /**
             * Format: uri
             * @description Used for cards sent without an image.
             */
            defaultCardImageUrl?: string;
            brandColor?: string;
            /** Format: email */
            contactEmail?: string;
            contactPhone?: string;
            /** Format: uri */
            websiteUrl?: string;
            /** Format: uri */
            privacyPolicyUrl?: string;
            /** Format: uri */
            termsOfServiceUrl?: string;
            /** @description Shown verbatim on escalation. */
            contactAvailability?: string;
            /** @description Part of every system prompt. */
            identityPreamble?: string;
        };
        DerivedFrom: {
            templateId: string;
            version: string;
        };
        AgentCreate: {
            name: string;
            /** @description Generated from the name by default; never changes. */
            id?: string;
            description?: string;
            identity?: components["schemas"]["AgentIdentity"];
            /** @description Phone numbers without a country code are read in this country. Default: that of the org, else US. */
            defaultCountry?: string;
            /**
             * @description Always v2.
             * @constant
             */
            framework?: "v2";
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly templateRef?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        AgentPatch: {
            name?: string;
            description?: string | null;
            identity?: components["schemas"]["IdentityPatch"] | null;
            /** @description Phone numbers without a country code are read in this country. Default: that of the org, else US. */
            defaultCountry?: string | null;
            /**
             * @description Always v2.
             * @constant
             */
            framework?: "v2";
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly templateRef?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        /** @description Null clears a field. */
        IdentityPatch: {
            smallLogoUrl?: string | null;
            largeBannerUrl?: string | null;
            defaultCardImageUrl?: string | null;
            brandColor?: string | null;
            contactEmail?: string | null;
            contactPhone?: string | null;
            websiteUrl?: string | null;
            privacyPolicyUrl?: string | null;
            termsOfServiceUrl?: string | null;
            contactAvailability?: string | null;
            identityPreamble?: string | null;
        };
        AgentPersonality: {
            description?: string;
            text: string;
            derivedFrom?: components["schemas"]["DerivedFrom"];
        };
        PersonalityDiff: {
            current: components["schemas"]["AgentPersonality"] | null;
            /** @description The current catalog template. */
            baseline: {
                description?: string;
                text: string;
            } | null;
            divergence: {
                description: boolean;
                text: boolean;
            } | null;
        };
        PersonalityBody: {
            description?: string;
            text: string;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        TemplateChoice: {
            templateId: string;
        };
        GoalsAnswer: {
            data: components["schemas"]["AgentGoal"][];
            defaultGoal?: components["schemas"]["GoalAssignment"];
        };
        GoalsBody: {
            goals: components["schemas"]["AgentGoal"][];
            defaultGoal?: components["schemas"]["GoalAssignment"] | null;
        };
        AgentPlaybook: {
            id: string;
            name: string;
            description?: string;
            whenToUse?: string;
            body: string;
            examples?: {
                /** @enum {string} */
                role: "user" | "agent";
                content: string;
            }[][];
            toolRefs?: string[];
            messageTemplateRefs?: string[];
            /** @description scheduling, people, notify, knowledge, or integration:<id>. */
            uses: string[];
            flow?: components["schemas"]["AgentFlow"];
            goal?: components["schemas"]["GoalAssignment"];
            isDefault: boolean;
            /** @description The Outreach that owns the playbook. */
            outreachId?: string;
            derivedFrom?: components["schemas"]["DerivedFrom"];
        };
        PlaybookCreate: {
            id?: string;
            name: string;
            description?: string;
            whenToUse?: string;
            body?: string;
            examples?: {
                /** @enum {string} */
                role: "user" | "agent";
                content: string;
            }[][];
            toolRefs?: string[];
            messageTemplateRefs?: string[];
            /** @description scheduling, people, notify, knowledge, or integration:<id>. */
            uses?: string[];
            /** @description An AgentFlow; null clears it. */
            flow?: unknown;
            goal?: components["schemas"]["GoalAssignment"];
            isDefault?: boolean;
            /** @deprecated */
            procedures?: unknown;
            /** @description Ignored on write. */
            readonly outreachId?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        PlaybookPut: {
            name: string;
            description?: string;
            whenToUse?: string;
            body?: string;
            examples?: {
                /** @enum {string} */
                role: "user" | "agent";
                content: string;
            }[][];
            toolRefs?: string[];
            messageTemplateRefs?: string[];
            /** @description scheduling, people, notify, knowledge, or integration:<id>. */
            uses?: string[];
            /** @description An AgentFlow; null clears it. */
            flow?: unknown;
            goal?: components["schemas"]["GoalAssignment"];
            isDefault?: boolean;
            /** @deprecated */
            procedures?: unknown;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly outreachId?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        PlaybookPatch: {
            name?: string;
            description?: string | null;
            whenToUse?: string | null;
            body?: string;
            examples?: {
                /** @enum {string} */
                role: "user" | "agent";
                content: string;
            }[][] | null;
            toolRefs?: string[] | null;
            messageTemplateRefs?: string[] | null;
            /** @description scheduling, people, notify, knowledge, or integration:<id>. */
            uses?: string[];
            /** @description An AgentFlow; null clears it. */
            flow?: unknown;
            goal?: components["schemas"]["GoalAssignment"] | null;
            isDefault?: boolean;
            /** @deprecated */
            procedures?: unknown;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly outreachId?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        FlowBrief: unknown;
        GeneratedFlow: {
            ok: boolean;
            flow?: unknown;
            notes?: unknown;
            brief: string;
            attempts: number;
            model: string;
            schema: {
                ok: boolean;
                errors: unknown[];
            };
            lint: {
                errors: unknown[];
                warnings: unknown[];
                advice: unknown[];
            };
            dryRun?: unknown;
            usage: {
                input: number;
                output: number;
                /** @description Absent if the model has no price. Authoring does not count towards the budget of the agent. */
                cost?: {
                    amount: number;
                    currency: string;
                };
            };
            error?: string;
        };
        FlowVerification: {
            /** @description False if the search reached 100,000 states or 5 seconds. */
            complete: boolean;
            states: number;
            milliseconds: number;
            findings: {
                /** @enum {string} */
                code: "dead_end" | "unreachable_step" | "endless_loop" | "slot_read_before_set" | "branch_never_taken" | "choice_shadowed" | "outcome_unreachable" | "tool_failure_unhandled";
                /** @enum {string} */
                severity: "error" | "warning";
                /** @description The playbook whose flow has the fault: this one, or one that it leads to. */
                playbookId: string;
                /** @description Relative to the flow of that playbook. */
                path: string;
                message: string;
                /** @description A conversation that shows the fault: `turns` of a test case, and its `scenario` where it needs one: `stubs`, the person, and the playbook in which it begins. `person` is what must be on file, by path; without `scenario`, a test case cannot set that up. Without turns if the fault is that something never happens. */
                counterexample: {
                    turns: unknown[];
                    stubs?: {
                        [key: string]: unknown;
                    };
                    person?: {
                        [key: string]: unknown;
                    };
                    scenario?: components["schemas"]["TestScenario"];
                };
            }[];
        };
        TestScenario: {
            /** @enum {string} */
            channel?: "rcs" | "sms" | "messengerA" | "vendorMessages";
            provider?: string;
            persona?: null | {
                id: string;
            } | {
                preset: {
                    fields?: components["schemas"]["PresetFields"];
                    consent?: components["schemas"]["PresetConsent"];
                    /** @description Earlier messages, oldest first. */
                    historySeed?: components["schemas"]["PresetLine"][];
                };
            };
            appointments?: {
                startsIn: string;
                durationMinutes?: number;
                representativeId?: string;
                locationId?: string;
                /** @enum {string} */
                status?: "scheduled" | "cancelled" | "completed";
            }[];
            start?: {
                /** @constant */
                inbound?: true;
                outreach?: {
                    outreachId?: string;
                    inputs?: {
                        [key: string]: string | number | boolean;
                    };
                    formData?: {
                        [key: string]: string | number | boolean;
                    };
                    campaign?: boolean;
                };
                /** @constant */
                reminder?: true;
                resume?: {
                    activePlaybook: string;
                };
            };
            history?: components["schemas"]["PresetLine"][];
            clock?: {
                now?: string;
                /** @enum {string} */
                weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                time?: string;
                timezone?: string;
            };
            /** @description Answers of integrations and catalog tools, by id. `{ "fail": { "status"?, "message"? } }` is a call that fails; `{ "inOrder": [...] }` has an answer or a failure for each call in order, the last one for all later calls. At most 256 KB in total, as JSON. */
            stubs?: {
                [key: string]: unknown;
            };
        };
        PresetFields: {
            fullName?: string;
            firstName?: string;
            lastName?: string;
            email?: string;
            /** @description Suggests the person's time zone. */
            phone?: string;
            company?: string;
            title?: string;
            productInterest?: string;
            /** @enum {string} */
            status?: "new" | "contacted" | "qualified" | "converted" | "lost";
            source?: string;
            assignedRepresentativeId?: string;
            preferredLocationId?: string;
            /** @description Stored, but the agent never sees it; the same applies to notes. */
            tags?: string[];
            notes?: string;
            /** @description Values are stored as text. */
            customFields?: {
                [key: string]: string | number | boolean;
            };
        };
        PresetConsent: {
            /** @enum {string} */
            status: "granted" | "denied" | "unknown";
        };
        PresetLine: {
            /** @enum {string} */
            role: "user" | "assistant";
            content: string;
        };
        StandingInstructionsBody: {
            standingInstructions: string[];
        };
        AgentGuardrails: {
            topicsToAvoid?: string[];
            claimsNotToMake?: string[];
            requiredDisclaimers?: string[];
            derivedFromTemplates?: string[];
        };
        GuardrailsBody: {
            topicsToAvoid?: string[];
            claimsNotToMake?: string[];
            requiredDisclaimers?: string[];
            /** @deprecated */
            additionalRules?: unknown;
            /** @description Ignored on write. */
            readonly derivedFromTemplates?: unknown;
        };
        GuardrailsPatch: {
            topicsToAvoid?: {
                add?: string[];
                remove?: string[];
            };
            claimsNotToMake?: {
                add?: string[];
                remove?: string[];
            };
            requiredDisclaimers?: {
                add?: string[];
                remove?: string[];
            };
            /** @deprecated */
            additionalRules?: unknown;
            /** @description Ignored on write. */
            readonly derivedFromTemplates?: unknown;
        };
        AgentRule: {
            id: string;
            /** @description The sentence the operator wrote. */
            text: string;
            check: components["schemas"]["AgentRuleCheck"];
            /**
             * @default retry
             * @enum {string}
             */
            onMatch?: "block" | "retry";
            /** @description Sent instead when the reply is blocked. */
            replacement?: string;
            /** @default true */
            enabled?: boolean;
        };
        /** @description Each pattern is a plain phrase or /regex/flags. */
        AgentRuleCheck: {
            /** @constant */
            kind: "pattern";
            patterns: string[];
        };
        RulesBody: {
            rules: components["schemas"]["AgentRule"][];
        };
        AgentObjective: {
            id: string;
            name: string;
            description?: string;
            body: string;
            priority?: number;
            /** @default true */
            enabled?: boolean;
            derivedFrom?: components["schemas"]["DerivedFrom"];
        };
        ObjectivesBody: {
            objectives: {
                id: string;
                name: string;
                description?: string;
                body: string;
                priority?: number;
                /** @default true */
                enabled?: boolean;
                /** @description Ignored on write. */
                readonly derivedFrom?: unknown;
            }[];
        };
        MessageTemplate: {
            id: string;
            name: string;
            description?: string;
            body: string;
            /** @enum {string} */
            defaultOnMissingSlot?: "omit-sentence" | "omit-message" | "block-send";
        };
        MessageTemplateCreate: {
            id?: string;
            name: string;
            description?: string;
            body: string;
            /** @enum {string} */
            defaultOnMissingSlot?: "omit-sentence" | "omit-message" | "block-send";
        };
        MessageTemplatePut: {
            name: string;
            description?: string;
            body: string;
            /** @enum {string} */
            defaultOnMissingSlot?: "omit-sentence" | "omit-message" | "block-send";
            /** @description Ignored on write. */
            readonly id?: unknown;
        };
        MessageTemplatePatch: {
            name?: string;
            description?: string | null;
            body?: string;
            defaultOnMissingSlot?: ("omit-sentence" | "omit-message" | "block-send") | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
        };
        TemplatePreview: {
            /** @description Null when a slot blocked the send. */
            renderedText: string | null;
            missingSlots: {
                path: string;
                /** @enum {string} */
                action: "default" | "omit-sentence" | "omit-message" | "block-send";
            }[];
            blocked: boolean;
        };
        AgentThing: {
            id: string;
            name: string;
            description?: string;
            /** Format: uri */
            imageUrl?: string;
            /** @description The id of a media item. */
            media?: string;
            /** Format: uri */
            productPageUrl?: string;
            actions?: ({
                label: string;
                /** @constant */
                kind?: "url";
                /** Format: uri */
                url: string;
            } | {
                label: string;
                /** @constant */
                kind: "dial";
                phone: string;
            } | {
                label: string;
                /** @constant */
                kind: "reply";
                /** @description The text the agent receives; default: the label and the Thing's name. */
                value?: string;
            } | {
                label: string;
                /** @constant */
                kind: "viewLocation";
            })[];
            location?: {
                address?: string;
                latitude?: number;
                longitude?: number;
                /** @description Default: the Thing's name. */
                label?: string;
            };
            collections?: string[];
            metadata?: {
                [key: string]: string;
            };
            /**
             * @deprecated
             * @description The first entry of `collections`; ignored if `collections` is sent.
             */
            collection?: string;
        };
        ThingsBody: {
            things: components["schemas"]["SentThing"][];
        };
        SentThing: {
            id: string;
            name: string;
            description?: string;
            imageUrl?: string;
            /** @description `image:<id>` is stored as the bare id. */
            media?: string;
            productPageUrl?: string;
            actions?: ({
                label: string;
                /** @constant */
                kind?: "url";
                url: string;
            } | {
                label: string;
                /** @constant */
                kind: "dial";
                /** @description Any common format; without a country code, read as a US number. Stored as E.164. */
                phone: string;
            } | {
                label: string;
                /** @constant */
                kind: "reply";
                /** @description The text the agent receives; default: the label and the Thing's name. */
                value?: string;
            } | {
                label: string;
                /** @constant */
                kind: "viewLocation";
            })[];
            /** @description Omit to keep the stored value; null clears it. */
            location?: {
                address?: string;
                latitude?: number;
                longitude?: number;
                /** @description Default: the Thing's name. */
                label?: string;
            } | null;
            collections?: string[];
            metadata?: {
                [key: string]: string;
            };
            /**
             * @deprecated
             * @description The first entry of `collections`; ignored if `collections` is sent.
             */
            collection?: string;
        };
        AgentCollection: {
            id: string;
            name: string;
            purpose?: string;
            presentation?: {
                /** @description Default: all three. */
                fields?: ("picture" | "name" | "description")[];
                /** @description Action labels in display order; default: every action. */
                actions?: string[];
            };
        };
        CollectionsBody: {
            collections: components["schemas"]["AgentCollection"][];
        };
        AgentFact: {
            id: string;
            question: string;
            /** @description Other phrasings, used only for matching. */
            alternates?: string[];
            answer: string;
            /** @default false */
            exact?: boolean;
            /** @default true */
            enabled?: boolean;
            /** @enum {string} */
            source?: "operator" | "import" | "suggested";
            /**
             * @description False: the agent never reads it.
             * @default true
             */
            confirmed?: boolean;
            /** @default false */
            alwaysOn?: boolean;
            /** @description The playbooks and the locations it applies to; default: all of them. */
            scope?: {
                playbookIds?: string[];
                locationIds?: string[];
            };
            /** Format: date-time */
            updatedAt?: string;
        };
        FactsBody: {
            /** @description At most 1,000, or 10,000 for an agent that has more than 1,000 from an import. */
            facts: {
                id: string;
                question: string;
                /** @description Other phrasings, used only for matching. */
                alternates?: string[];
                answer: string;
                /** @default false */
                exact?: boolean;
                /** @default true */
                enabled?: boolean;
                /** @enum {string} */
                source?: "operator" | "import" | "suggested";
                /**
                 * @description False: the agent never reads it.
                 * @default true
                 */
                confirmed?: boolean;
                /** @default false */
                alwaysOn?: boolean;
                /** @description The playbooks and the locations it applies to; default: all of them. */
                scope?: {
                    playbookIds?: string[];
                    locationIds?: string[];
                };
                /**
                 * @deprecated
                 * @description The former name of exact.
                 */
                verbatim?: boolean;
                /** @description Ignored on write. */
                readonly updatedAt?: unknown;
            }[];
        };
        FactsImported: {
            created: number;
            updated: number;
            unchanged: number;
            /** @description Facts that exist already, with `onDuplicate=skip`. */
            skipped: number;
            failed: number;
            /** @description At most 1000; `failed` counts every row that was not imported. */
            errors: components["schemas"]["ImportError"][];
            /** @constant */
            dryRun?: true;
            /** @description For a dry run: how the file was read. */
            understood?: {
                /** @enum {string} */
                charset: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
                delimiter: string;
                columns: {
                    header: string;
                    /** @description Null: the column is skipped. */
                    field: ("id" | "question" | "answer" | "alternates" | "exact" | "enabled" | "confirmed" | "alwaysOn" | "source" | "playbooks") | null;
                }[];
            };
            /** @description For a dry run: the first 20 Facts as they would be. */
            preview?: components["schemas"]["AgentFact"][];
        };
        ImportError: {
            /** @description The first person or Fact is row 1. */
            row: number;
            /** @description For a CSV file: the line where the row begins. */
            line?: number;
            field?: string;
            message: string;
        };
        SchedulingConfig: {
            timezone?: string;
            availableHours?: components["schemas"]["SchedulingWindow"][];
            blackoutDates?: string[];
            /** @default false */
            disallowSameDayBooking?: boolean;
            defaultDurationMinutes?: number;
            notificationRecipients?: string[];
            reminders?: {
                enabled?: boolean;
                leadMinutes?: number;
                includeContactCard?: boolean;
                ignoreSafeHours?: boolean;
                playbookId?: string;
            };
            defaultRepresentativeIdentity?: string;
            representatives: components["schemas"]["SchedulingRepresentative"][];
        };
        SchedulingRepresentative: {
            id: string;
            name: string;
            title?: string;
            phone?: string;
            /** Format: email */
            email?: string;
            /** @default sales */
            type?: string;
            /** @description Empty means the agent's own hours. */
            availability?: {
                timezone?: string;
                workingHours?: components["schemas"]["SchedulingWindow"][];
            };
        };
        SchedulingBody: {
            timezone?: string;
            availableHours?: components["schemas"]["SchedulingWindow"][];
            blackoutDates?: string[];
            /** @default false */
            disallowSameDayBooking?: boolean;
            defaultDurationMinutes?: number;
            notificationRecipients?: string[];
            reminders?: {
                enabled?: boolean;
                leadMinutes?: number;
                includeContactCard?: boolean;
                ignoreSafeHours?: boolean;
                playbookId?: string;
            };
            defaultRepresentativeIdentity?: string;
            representatives?: {
                id: string;
                name: string;
                title?: string;
                phone?: string;
                /** Format: email */
                email?: string;
                /** @default sales */
                type?: string;
                /** @description Empty means the agent's own hours. */
                availability?: {
                    timezone?: string;
                    workingHours?: components["schemas"]["SchedulingWindow"][];
                };
                readonly calendar?: unknown;
            }[];
        };
        LocationsBody: {
            locations: {
                id: string;
                name: string;
                /** @description Other names that people use for it. */
                aliases?: string[];
                address?: string;
                coordinates?: {
                    latitude: number;
                    longitude: number;
                };
                /** @description Any common format; without a country code, read in the `defaultCountry` of the agent. Stored as E.164. */
                phone?: string;
                /** @description Default: the agent's. */
                timeZone?: string;
                /** @description Empty means the agent's own hours. */
                hours?: components["schemas"]["SchedulingWindow"][];
                /** @description Who works there; default: everyone. */
                representativeIds?: string[];
                /** @default true */
                enabled?: boolean;
            }[];
        };
        PeopleField: {
            key: string;
            label?: string;
            /** @enum {string} */
            type: "string" | "number" | "boolean" | "date" | "enum";
            /** @description The values of an enum. */
            options?: string[];
            /** @description Conversations and sends do not change it. */
            locked?: boolean;
            description?: string;
        };
        PeopleFieldsBody: {
            fields: components["schemas"]["PeopleField"][];
        };
        Notifications: {
            operator?: {
                /** @enum {string} */
                provider: "slack" | "email";
                /** Format: email */
                toAddress?: string;
            };
            email?: {
                /** @enum {string} */
                provider: "sendgrid" | "mailgun";
                /** Format: email */
                fromAddress: string;
                fromName?: string;
                mailgunDomain?: string;
            };
            secrets: {
                slackWebhookUrl: components["schemas"]["SecretState"];
                emailApiKey: components["schemas"]["SecretState"];
            };
        };
        SecretState: {
            set: boolean;
            last4?: string;
        };
        NotificationsBody: {
            operator?: {
                /** @enum {string} */
                provider: "slack" | "email";
                /** Format: email */
                toAddress?: string;
            };
            email?: {
                /** @enum {string} */
                provider: "sendgrid" | "mailgun";
                /** Format: email */
                fromAddress: string;
                fromName?: string;
                mailgunDomain?: string;
            };
            slackWebhookUrl?: string | null;
            emailApiKey?: string | null;
            /** @description Ignored on write. */
            readonly secrets?: unknown;
        };
        Integration: {
            id: string;
            /** @constant */
            kind: "http";
            /** @description Default: the id. */
            name?: string;
            description: string;
            /**
             * @description JSON Schema of the arguments.
             * @default {}
             */
            parameters?: {
                [key: string]: unknown;
            };
            endpoint: {
                /** Format: uri */
                url: string;
                /**
                 * @default POST
                 * @enum {string}
                 */
                method?: "POST" | "PUT" | "PATCH";
            };
            auth: components["schemas"]["SecretState"];
        } | {
            id: string;
            /** @constant */
            kind: "mcp";
            name: string;
            description?: string;
            /**
             * Format: uri
             * @description The endpoint of the MCP server, for streamable HTTP.
             */
            url: string;
            /** @description The tools that the agent may call. Default: all. */
            allow?: string[];
            auth: {
                /** @enum {string} */
                type?: "bearer" | "header";
                header?: string;
                set: boolean;
                last4?: string;
            };
            /** @description The tools that the agent may call. */
            tools: components["schemas"]["IntegrationTool"][];
            /**
             * @description The outcome of the last reading of the tools.
             * @enum {string}
             */
            status: "ok" | "unreachable" | "unauthorized";
            statusDetail?: string;
            /**
             * Format: date-time
             * @description When the tools were last read.
             */
            refreshedAt?: string;
        } | {
            id: string;
            /** @constant */
            kind: "openapi";
            name: string;
            description?: string;
            /** @description OpenAPI 3.0 or 3.1. Either document or documentUrl. */
            document?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description JSON or YAML.
             */
            documentUrl?: string;
            /**
             * Format: uri
             * @description Where the operations are called. Default: the first of the servers in the document.
             */
            serverUrl?: string;
            /** @description The operations that become tools. Default: all. */
            operations?: string[];
            auth: {
                /** @enum {string} */
                type?: "bearer" | "header";
                header?: string;
                set: boolean;
                last4?: string;
            };
            /** @description The tools that the agent may call. */
            tools: components["schemas"]["IntegrationTool"][];
            /**
             * @description The outcome of the last reading of the tools.
             * @enum {string}
             */
            status: "ok" | "unreachable" | "unauthorized";
            statusDetail?: string;
            /**
             * Format: date-time
             * @description When the tools were last read.
             */
            refreshedAt?: string;
        };
        IntegrationTool: {
            name: string;
            description: string;
            /** @description JSON Schema of the arguments. */
            parameters: {
                [key: string]: unknown;
            };
            /** @description Whether a call changes nothing. Any other call runs once per event. */
            readOnly: boolean;
        };
        IntegrationBody: {
            /** @description If present, must be the id in the path. */
            id?: string;
            /** @constant */
            kind?: "http";
            /** @description Default: the id. */
            name?: string;
            description: string;
            /**
             * @description JSON Schema of the arguments.
             * @default {}
             */
            parameters?: {
                [key: string]: unknown;
            };
            endpoint: {
                /** Format: uri */
                url: string;
                /**
                 * @default POST
                 * @enum {string}
                 */
                method?: "POST" | "PUT" | "PATCH";
            };
            /** @description Sent as the Authorization header. */
            authHeader?: string | null;
            /** @description Ignored on write; the credential is sent as authHeader. */
            readonly auth?: {
                set: boolean;
                last4?: string;
            };
        } | {
            /** @description If present, must be the id in the path. */
            id?: string;
            /** @constant */
            kind: "mcp";
            name: string;
            description?: string;
            /**
             * Format: uri
             * @description The endpoint of the MCP server, for streamable HTTP.
             */
            url: string;
            /** @description The tools that the agent may call. Default: all. */
            allow?: string[];
            /** @description null removes it with its secret; omitted keeps both. */
            auth?: ({
                /** @constant */
                set: false;
            } | {
                /** @enum {string} */
                type: "bearer" | "header";
                /** @description The header that carries the secret; required for the type header. */
                header?: string;
                /** @description null clears it; omitted keeps it. */
                secret?: string | null;
                /** @description Ignored on write. */
                readonly set?: unknown;
                /** @description Ignored on write. */
                readonly last4?: unknown;
            }) | null;
            /** @description Ignored on write. */
            readonly tools?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
            /** @description Ignored on write. */
            readonly statusDetail?: unknown;
            /** @description Ignored on write. */
            readonly refreshedAt?: unknown;
        } | {
            /** @description If present, must be the id in the path. */
            id?: string;
            /** @constant */
            kind: "openapi";
            name: string;
            description?: string;
            /** @description OpenAPI 3.0 or 3.1. Either document or documentUrl. */
            document?: {
                [key: string]: unknown;
            };
            /**
             * Format: uri
             * @description JSON or YAML.
             */
            documentUrl?: string;
            /**
             * Format: uri
             * @description Where the operations are called. Default: the first of the servers in the document.
             */
            serverUrl?: string;
            /** @description The operations that become tools. Default: all. */
            operations?: string[];
            /** @description null removes it with its secret; omitted keeps both. */
            auth?: ({
                /** @constant */
                set: false;
            } | {
                /** @enum {string} */
                type: "bearer" | "header";
                /** @description The header that carries the secret; required for the type header. */
                header?: string;
                /** @description null clears it; omitted keeps it. */
                secret?: string | null;
                /** @description Ignored on write. */
                readonly set?: unknown;
                /** @description Ignored on write. */
                readonly last4?: unknown;
            }) | null;
            /** @description Ignored on write. */
            readonly tools?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
            /** @description Ignored on write. */
            readonly statusDetail?: unknown;
            /** @description Ignored on write. */
            readonly refreshedAt?: unknown;
        };
        ToolBinding: {
            toolId: string;
            config: {
                [key: string]: unknown;
            };
            enabled: boolean;
            secrets: {
                [key: string]: components["schemas"]["SecretState"];
            };
            configStatus: {
                complete: boolean;
                missing: string[];
            };
        };
        ToolBindingBody: {
            /** @description If present, must be the tool in the path. */
            toolId?: string;
            config: {
                [key: string]: unknown;
            };
            enabled?: boolean;
            /** @description Ignored on write. */
            readonly secrets?: unknown;
            /** @description Ignored on write. */
            readonly configStatus?: unknown;
        };
        ToolBindingPatch: {
            toolId?: string;
            config?: {
                [key: string]: unknown;
            };
            enabled?: boolean;
            /** @description Ignored on write. */
            readonly secrets?: unknown;
            /** @description Ignored on write. */
            readonly configStatus?: unknown;
        };
        AppliedTemplate: {
            agent: components["schemas"]["Agent"];
            appliedFrom: {
                templateId: string;
                templateName: string;
            };
            applied: string[];
            skipped: string[];
        };
        Updates: {
            data: components["schemas"]["UpdateEntry"][];
            updateCount: number;
        };
        UpdateEntry: {
            /** @enum {string} */
            kind: "personality" | "objective" | "skill" | "playbook";
            id: string;
            name: string;
            templateId: string;
            currentVersion: string;
            latestVersion: string;
            updateAvailable: boolean;
            templateMissing: boolean;
        };
        UpdateChoice: {
            /** @enum {string} */
            kind: "personality" | "objective" | "skill" | "playbook";
            id?: string;
        };
        /** @description An export; any section may be omitted. */
        ExportDocument: unknown;
        Imported: {
            agent: components["schemas"]["Agent"];
            applied: string[];
            skipped: string[];
            warnings: components["schemas"]["Finding"][];
        };
        Finding: {
            /** @enum {string} */
            severity: "error" | "warning" | "advice" | "info";
            code: string;
            path: string;
            message: string;
        };
        Findings: {
            data: components["schemas"]["Finding"][];
        };
        AgentVersion: {
            /** @description Grows with every write of the configuration. */
            version: number;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["ConfigurationAuthor"];
            /** @description The sections that the write changed. */
            sections: string[];
            summary: string;
            label?: string;
            /** @description The version whose document was restored. */
            restoredFrom?: number;
        };
        ConfigurationAuthor: {
            /** @enum {string} */
            type: "user" | "key" | "system";
            id: string;
            /** @description Present while the author belongs to the org. */
            name?: string;
        };
        AgentVersionDocument: {
            /** @description Grows with every write of the configuration. */
            version: number;
            /** Format: date-time */
            at: string;
            by: components["schemas"]["ConfigurationAuthor"];
            /** @description The sections that the write changed. */
            sections: string[];
            summary: string;
            label?: string;
            /** @description The version whose document was restored. */
            restoredFrom?: number;
            /** @description The configuration, in the format of an export. */
            document: {
                [key: string]: unknown;
            };
        };
        VersionPatch: {
            label: string | null;
        };
        ConfigurationDiff: {
            changes: {
                section: string;
                /** @description The path in an export; items of lists are named by their ids. */
                path: string;
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                before?: unknown;
                after?: unknown;
            }[];
        };
        VersionNumber: {
            version: number;
        };
        Draft: {
            id: string;
            name: string;
            /** @description The version that the draft was made from, or last rebased onto. */
            baseVersion: number;
            /** Format: date-time */
            updatedAt: string;
            by: components["schemas"]["ConfigurationAuthor"];
            /** @description The number of differences from live. */
            changes: number;
            /** @description The share of new sessions that the draft answers. */
            canary?: {
                percent: number;
            };
        };
        DraftCreate: {
            name: string;
            /** @description The version to copy. Default: live. */
            from?: number;
        };
        DraftPatch: {
            name: string;
        };
        DraftEdit: {
            /** Format: date-time */
            at: string;
            by: components["schemas"]["ConfigurationAuthor"];
            /** @description The sections that the write changed. */
            sections: string[];
            summary: string;
            /** @description The paths that it changed, as in a diff; at most 500. */
            paths: string[];
        };
        /** @default {} */
        RebaseBody: {
            /** @description Decides conflicts by their paths. */
            resolve?: {
                path: string;
                /** @enum {string} */
                take: "live" | "draft";
            }[];
        };
        /** @default {} */
        PublishBody: {
            label?: string;
        };
        CanaryBody: {
            percent: number;
        };
        PublishingSettings: {
            requireDraft: boolean;
            gate?: {
                /** @description Default: all suites. */
                suiteIds?: string[];
                minPassRate: number;
                maxAgeMinutes: number;
                /** @description Whether verification must find no error in any flow of the draft. */
                noFlowErrors?: boolean;
            };
        };
        PublishingSettingsBody: {
            /** @default false */
            requireDraft?: boolean;
            gate?: {
                suiteIds?: string[];
                /** @default 1 */
                minPassRate?: number;
                /** @default 60 */
                maxAgeMinutes?: number;
                noFlowErrors?: boolean;
            } | null;
        };
        Gateway: {
            webhookUrl?: string;
            instanceId?: string;
            accessToken: components["schemas"]["SecretState"];
            signingSecret: components["schemas"]["SecretState"];
            /** @description Page of the handset lab; absent while the lab is off. */
            labUrl?: string;
        };
        AccessToken: {
            accessToken: string;
        };
        SigningSecret: {
            signingSecret: string;
        };
        MediaItem: {
            id: string;
            name: string;
            contentType: string;
            bytes: number;
            width?: number;
            height?: number;
            /**
             * Format: uri
             * @description Public: anyone who knows it can fetch the content.
             */
            url: string;
            /** Format: date-time */
            createdAt: string;
        };
        MediaCreate: {
            /** Format: binary */
            file?: string;
            /** Format: uri */
            url?: string;
            name?: string;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly contentType?: unknown;
            /** @description Ignored on write. */
            readonly bytes?: unknown;
            /** @description Ignored on write. */
            readonly width?: unknown;
            /** @description Ignored on write. */
            readonly height?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
        };
        Connection: {
            id: string;
            provider: string;
            label: string;
            accountLabel?: string;
            /** @enum {string} */
            status: "connected" | "expired" | "revoked" | "error";
            lastError?: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            lastUsedAt?: string;
            usedBy: components["schemas"]["ConnectionUser"][];
        };
        ConnectionUser: {
            agentId: string;
            name: string;
        };
        ConnectionStart: {
            label?: string;
            /** @description Where the browser goes afterwards; ignored unless its host is on the allow-list. */
            returnTo?: string;
        };
        Authorization: {
            authorizationUrl: string;
        };
        ConnectionDisconnect: {
            disconnected: boolean;
            usedBy: components["schemas"]["ConnectionUser"][];
        };
        ToolOAuthStart: {
            /** @description Where the browser goes afterwards; ignored unless its host is on the allow-list. */
            returnTo?: string;
        };
        ToolOAuthStatus: {
            /** @enum {string} */
            status: "not-connected" | "connected" | "expired" | "revoked" | "error";
            /** Format: date-time */
            connectedAt?: string;
            lastError?: string;
        };
        ProviderTemplate: {
            name: string;
            language: string;
            /** @description The provider's own word; only an APPROVED template can be sent. */
            status: string;
            category?: string;
            /** @description The body with its variables. */
            text?: string;
            /** @description How many variables the body has. */
            variables?: number;
        };
        ChannelBinding: {
            id: string;
            agentId: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @description Only for unmanaged bindings. */
            provider?: string;
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            /**
             * @description Who carries the messages. The phones of the handset lab are virtual: nothing reaches a real one.
             * @enum {string}
             */
            carrier: "provider" | "webchat" | "lab";
            /** @enum {string} */
            status: "Requested" | "Provisioning" | "ActionRequired" | "Active" | "Failed" | "Disabled";
            /** @description What is missing, or why it failed. */
            statusDetail?: string;
            /** @description Every status change, oldest first. */
            events: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                from?: "Requested" | "Provisioning" | "ActionRequired" | "Active" | "Failed" | "Disabled";
                /** @enum {string} */
                to: "Requested" | "Provisioning" | "ActionRequired" | "Active" | "Failed" | "Disabled";
                note?: string;
                /** @enum {string} */
                actor: "operator" | "sysop" | "system";
            }[];
            /** @description The provider's id; for display only. */
            routingId?: string;
            /** @description The business inputs. */
            inputs?: {
                [key: string]: string;
            };
            delivery?: {
                minMessageDelayMs?: number;
            };
            compliance?: {
                enabled: boolean;
                disclaimerText?: string;
            };
            webchat?: components["schemas"]["WebchatSettings"];
            /** @description The URL that the provider calls; enter it in its settings there. */
            callbackUrl: string;
        };
        /** @description Only for webchat. */
        WebchatSettings: {
            /** @description Origins whose pages may embed the chat; empty: any. */
            allowedOrigins: string[];
            /** @description The secret with which the site signs the ids of its users. */
            identitySecret: {
                set: boolean;
                last4?: string;
            };
        };
        ChannelBindingCreate: {
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @enum {string} */
            mode: "managed" | "unmanaged";
            /** @description Managed: the business details. Omitted ones come from the identity. */
            inputs?: {
                [key: string]: string;
            };
            /** @description Unmanaged: the provider that issued the credentials. */
            provider?: string;
            /** @description The credentials that the provider's form asks for (catalog `channels`). Never returned. */
            auth?: {
                [key: string]: string;
            };
        };
        ChannelBindingPatch: {
            /** @description The credentials that the provider's form asks for (catalog `channels`). Never returned. */
            auth?: {
                [key: string]: string;
            };
            /** @description While the binding requires more inputs; null clears one. */
            inputs?: {
                [key: string]: string | null;
            };
            delivery?: {
                /** @description Minimum time between two messages to one person. */
                minMessageDelayMs?: number | null;
            } | null;
            /** @description Only for rcs and sms. */
            compliance?: {
                enabled?: boolean;
                disclaimerText?: string | null;
            } | null;
            /** @description Only for webchat. */
            webchat?: {
                /** @description Origins whose pages may embed the chat: `https://example.com`, or `https://*.example.com` for all subdomains. Empty or null: any. */
                allowedOrigins?: string[] | null;
            } | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly channel?: unknown;
            /** @description Ignored on write. */
            readonly provider?: unknown;
            /** @description Ignored on write. */
            readonly mode?: unknown;
            /** @description Ignored on write. */
            readonly carrier?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
            /** @description Ignored on write. */
            readonly statusDetail?: unknown;
            /** @description Ignored on write. */
            readonly events?: unknown;
            /** @description Ignored on write. */
            readonly routingId?: unknown;
            /** @description Ignored on write. */
            readonly callbackUrl?: unknown;
        };
        IdentitySecret: {
            identitySecret: string;
        };
        ToolTrialBody: {
            /** @description The tool's parameters. */
            with: {
                [key: string]: unknown;
            };
        };
        ToolTrial: {
            ok: boolean;
            milliseconds: number;
            /** @description The HTTP status of the provider, if it answered. */
            status?: number;
            result?: unknown;
            error?: string;
        };
        ToolCall: {
            id: string;
            toolId: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            calledBy: "flow" | "model" | "trial";
            playbookId?: string;
            /** @description The user in whose conversation it was called. */
            userId?: string;
            eventId?: string;
            /**
             * @description unknown: it was sent, but no readable answer arrived, so the provider may have acted.
             * @enum {string}
             */
            state: "running" | "succeeded" | "failed" | "unknown";
            /** @description The call's parameters. */
            given: unknown;
            request?: {
                method: string;
                url: string;
                body?: string;
            };
            response?: {
                status: number;
                body: string;
            };
            result?: unknown;
            error?: string;
            milliseconds?: number;
        };
        ToolUser: {
            playbookId: string;
            name: string;
            calledBy: ("model" | "flow")[];
        };
        OrgModel: {
            id: string;
            name?: string;
            /** @enum {string} */
            provider: "openai" | "anthropic" | "google" | "openai-compatible" | "embedded";
            /** @description The provider's name of the model. */
            model: string;
            /**
             * Format: uri
             * @description Replaces the provider's address; required for openai-compatible.
             */
            baseUrl?: string;
            temperature?: number;
            maxOutputTokens?: number;
            /** @description Of a million tokens. Without it, calls have no cost. */
            price?: {
                inputPerMillion: number;
                outputPerMillion: number;
                currency: string;
            };
            hasApiKey: boolean;
        };
        OrgModelPut: {
            name?: string;
            /** @enum {string} */
            provider: "openai" | "anthropic" | "google" | "openai-compatible" | "embedded";
            /** @description The provider's name of the model. */
            model: string;
            /**
             * Format: uri
             * @description Replaces the provider's address; required for openai-compatible.
             */
            baseUrl?: string;
            temperature?: number;
            maxOutputTokens?: number;
            /** @description Of a million tokens. Without it, calls have no cost. */
            price?: {
                inputPerMillion: number;
                outputPerMillion: number;
                currency: string;
            };
            /** @description Left out, the stored key stays while the address is the same. Null clears it. */
            apiKey?: string | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly hasApiKey?: unknown;
        };
        ModelTest: {
            ok: boolean;
            milliseconds: number;
            /** @description Why the model did not answer. */
            detail?: string;
        };
        ModelSettings: {
            /** @description Default: the installation's model. */
            modelId?: string;
            /** @description Asked in this order when a call fails. */
            fallbackModelIds?: string[];
            /** @description Judges tests and goals. */
            judgeModelId?: string;
            /** @description Writes flows and test cases. */
            authoringModelId?: string;
            budget?: {
                amount: number;
                currency: string;
                /**
                 * @description Days and months begin at midnight UTC.
                 * @enum {string}
                 */
                per: "day" | "month";
                /**
                 * @description What answers once the budget is spent: the same model, the fallbacks, or the embedded model.
                 * @enum {string}
                 */
                whenSpent: "warn" | "fallback" | "embedded";
            };
        };
        ModelCosts: {
            data: components["schemas"]["ModelCost"][];
            budget?: {
                amount: number;
                spent: number;
                currency: string;
                /** @enum {string} */
                per: "day" | "month";
                /** Format: date-time */
                resetsAt: string;
            };
        };
        ModelCost: {
            /** @description The UTC day, the id of the model, or the id of the playbook. */
            key: string;
            calls: number;
            /** @description Including those that the provider read from its cache. */
            inputTokens: number;
            outputTokens: number;
            /** @description Absent if no model of these calls has a price. */
            cost?: {
                amount: number;
                currency: string;
            };
        };
        SearchHit: {
            /** @enum {string} */
            kind: "fact" | "passage" | "thing";
            id: string;
            title: string;
            text: string;
            score: number;
            sourceId?: string;
        };
        KnowledgeSource: {
            id: string;
            /** @enum {string} */
            kind: "url" | "text" | "file";
            name: string;
            url?: string;
            contentType?: string;
            /** @enum {string} */
            status: "pending" | "ready" | "failed";
            /** @description Why the last attempt to read it failed. */
            lastError?: string;
            passageCount: number;
            /**
             * Format: date-time
             * @description When its passages were last read.
             */
            refreshedAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        KnowledgeSourceCreate: {
            /**
             * @description Required, unless a `file` is sent in a form.
             * @enum {string}
             */
            kind?: "url" | "text" | "file";
            /** @description Required, unless the `file` has a name. */
            name?: string;
            /**
             * Format: uri
             * @description Where a source of kind url, or a file, is fetched from.
             */
            url?: string;
            /** @description The text itself, at most 2,000,000 characters; a PDF as base64. */
            text?: string;
            /** @description For example text/markdown. */
            contentType?: string;
            /**
             * Format: binary
             * @description The field of a multipart form; at most 20 MB.
             */
            file?: string;
        };
        Person: {
            id: string;
            fullName?: string;
            firstName?: string;
            lastName?: string;
            email?: string;
            phone?: string;
            company?: string;
            title?: string;
            /** @enum {string} */
            status: "new" | "contacted" | "qualified" | "converted" | "lost";
            source?: string;
            notes?: string;
            tags: string[];
            customFields: {
                [key: string]: string;
            };
            assignedRepresentativeId?: string;
            preferredLocationId?: string;
            /** Format: date-time */
            scheduledCallAt?: string;
            timezone?: string;
            consent: components["schemas"]["Consent"];
            identities: components["schemas"]["Identity"][];
            /** @description The newest entries, when reading one Person; lists do not include them. */
            journal?: components["schemas"]["JournalEntry"][];
            /** @description The last import that included them. */
            importBatchId?: string;
            /** Format: date-time */
            lastCallAt?: string;
            /** Format: date-time */
            lastSeenAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Consent: {
            /** @enum {string} */
            status: "granted" | "denied" | "unknown";
            /** Format: date-time */
            updatedAt?: string;
            source?: string;
            evidence?: string;
        };
        Identity: {
            asid: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            optedOut: boolean;
            /** @description The one that outbound messages use. */
            preferred: boolean;
        };
        JournalEntry: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            author: "agent" | "operator";
            text: string;
        };
        InvalidPhoneNumber: {
            /** @description The stored number with most of its digits masked. */
            number: string;
            /** @description Absent if no person has the identity. */
            personId?: string;
            /** @description The identity whose address it is. Absent for a phone of a profile. */
            asid?: string;
            /** @enum {string} */
            channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
        };
        PersonCreate: {
            fullName?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            /** @description Any common format; without a country code, read in the `defaultCountry` of the agent. Stored as E.164. */
            phone?: string | null;
            company?: string | null;
            title?: string | null;
            /**
             * @default new
             * @enum {string}
             */
            status?: "new" | "contacted" | "qualified" | "converted" | "lost";
            source?: string | null;
            notes?: string | null;
            tags?: string[] | null;
            /** @description Per key: null removes a value. Values are stored as text. */
            customFields?: {
                [key: string]: string | number | boolean | null;
            } | null;
            assignedRepresentativeId?: string | null;
            /** @description The location that the person chose, or one that you set. */
            preferredLocationId?: string | null;
            scheduledCallAt?: string | null;
            timezone?: string | null;
            consent?: components["schemas"]["ConsentBody"];
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly identities?: unknown;
            /** @description Ignored on write. */
            readonly journal?: unknown;
            /** @description Ignored on write. */
            readonly importBatchId?: unknown;
            /** @description Ignored on write. */
            readonly lastCallAt?: unknown;
            /** @description Ignored on write. */
            readonly lastSeenAt?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        ConsentBody: {
            /** @enum {string} */
            status: "granted" | "denied" | "unknown";
            source?: string;
            evidence?: string;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly history?: unknown;
        };
        PersonPatch: {
            fullName?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            /** @description Any common format; without a country code, read in the `defaultCountry` of the agent. Stored as E.164. */
            phone?: string | null;
            company?: string | null;
            title?: string | null;
            /** @enum {string} */
            status?: "new" | "contacted" | "qualified" | "converted" | "lost";
            source?: string | null;
            notes?: string | null;
            tags?: string[] | null;
            /** @description Per key: null removes a value. Values are stored as text. */
            customFields?: {
                [key: string]: string | number | boolean | null;
            } | null;
            assignedRepresentativeId?: string | null;
            /** @description The location that the person chose, or one that you set. */
            preferredLocationId?: string | null;
            scheduledCallAt?: string | null;
            timezone?: string | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly consent?: unknown;
            /** @description Ignored on write. */
            readonly identities?: unknown;
            /** @description Ignored on write. */
            readonly journal?: unknown;
            /** @description Ignored on write. */
            readonly importBatchId?: unknown;
            /** @description Ignored on write. */
            readonly lastCallAt?: unknown;
            /** @description Ignored on write. */
            readonly lastSeenAt?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        IdentityBody: {
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @description On rcs and sms a phone number. Without a country code, it is read in the `defaultCountry` of the agent or its org; without one of these, it must have a country code. */
            address: string;
            /** @description True makes it the one that outbound messages use. */
            preferred?: boolean;
        };
        ChannelIdentityPatch: {
            /**
             * @description To choose another identity, set it there.
             * @constant
             */
            preferred?: true;
            /** @description The Person of the same agent who gets the identity. */
            personId?: string;
        };
        ConsentRecord: {
            /** @enum {string} */
            status: "granted" | "denied" | "unknown";
            /** Format: date-time */
            updatedAt?: string;
            source?: string;
            evidence?: string;
            /** @description The ledger, newest first, at most 200 entries. Entries never change. */
            history: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                status: "granted" | "denied" | "unknown";
                source?: string;
                evidence?: string;
                by: {
                    /** @enum {string} */
                    kind: "user" | "key" | "import" | "agent";
                    id?: string;
                };
            }[];
        };
        JournalBody: {
            text: string;
        };
        MergeBody: {
            fromPersonId: string;
        };
        Segment: {
            id: string;
            name: string;
            filter: components["schemas"]["PeopleFilter"];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        /** @description All must match; in a list, any. Custom fields are written `customFields.<key>`. */
        PeopleFilter: {
            q?: string | string[];
            status?: ("new" | "contacted" | "qualified" | "converted" | "lost") | ("new" | "contacted" | "qualified" | "converted" | "lost")[];
            source?: string | string[];
            consent?: ("granted" | "denied" | "unknown") | ("granted" | "denied" | "unknown")[];
            tag?: string | string[];
            assignedRepresentativeId?: string | string[];
            preferredLocationId?: string | string[];
            importBatchId?: string | string[];
            channel?: ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE") | ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE")[];
            createdAfter?: string | string[];
            createdBefore?: string | string[];
            lastSeenAfter?: string | string[];
        } & {
            [key: string]: string | string[];
        };
        SegmentBody: {
            name: string;
            filter: components["schemas"]["PeopleFilter"];
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        SegmentPatch: {
            name?: string;
            filter?: components["schemas"]["PeopleFilter"];
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        PeopleToImport: {
            /** @description Each in the format of `POST /people`, plus: `id`, `country` (of the phone number), `consent` (a status, or `{ status, source?, evidence? }`). */
            people: unknown[];
            /** @enum {string} */
            channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @description Phone numbers without a country code are read in this country. Default: that of the agent. */
            country?: string;
            dryRun?: boolean;
            /** @enum {string} */
            onDuplicate?: "update" | "skip";
            mapping?: {
                [key: string]: string | null;
            };
        };
        PeopleImported: {
            /** @description Identifies the people in it; a dry run has none. */
            importBatchId?: string;
            created: number;
            updated: number;
            skipped: number;
            failed: number;
            /** @description At most 1000; `failed` counts every row that was not imported. */
            errors: components["schemas"]["ImportError"][];
            /** @constant */
            dryRun?: true;
            /** @description For a dry run of a CSV file: how it was read. */
            understood?: components["schemas"]["PeopleImportUnderstanding"];
        };
        PeopleImportUnderstanding: {
            /** @enum {string} */
            charset: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";
            delimiter: string;
            columns: {
                header: string;
                /** @description Null: the column is skipped. */
                field: string | null;
                /** @description Distinct cells of columns with a fixed set of values; without `readAs`, not understood. */
                values?: {
                    value: string;
                    readAs?: string;
                }[];
            }[];
        };
        PeopleImportProgress: {
            importBatchId: string;
            /**
             * @description A failed import writes nothing.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            dryRun: boolean;
            totalBytes: number;
            readBytes: number;
            rows: number;
            created: number;
            updated: number;
            skipped: number;
            failed: number;
            /** @description Why it failed. */
            error?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PeopleImportReport: {
            importBatchId: string;
            /**
             * @description A failed import writes nothing.
             * @enum {string}
             */
            status: "running" | "done" | "failed";
            dryRun: boolean;
            totalBytes: number;
            readBytes: number;
            rows: number;
            created: number;
            updated: number;
            skipped: number;
            failed: number;
            /** @description Why it failed. */
            error?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description At most 1000; `failed` counts every row that was not imported. */
            errors: components["schemas"]["ImportError"][];
        };
        PersonCopy: {
            /** @constant */
            format: "parley-person/1";
            agentId: string;
            /** Format: date-time */
            copiedAt: string;
            person: components["schemas"]["Person"];
            addresses: {
                asid: string;
                /** @enum {string} */
                channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                address: string;
            }[];
            consent: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                status: "granted" | "denied" | "unknown";
                source?: string;
                evidence?: string;
                /** @description Who recorded it: a user, a key, an import, the agent. */
                by: string;
            }[];
            journal: components["schemas"]["JournalEntry"][];
            appointments: {
                id: string;
                /** Format: date-time */
                startUtc: string;
                /** Format: date-time */
                endUtc: string;
                prospectTimezone: string;
                /** @enum {string} */
                status: "scheduled" | "rescheduled" | "cancelled";
                representative?: string;
                location?: string;
                notes?: string;
                history: unknown[];
                /** Format: date-time */
                createdAt: string;
            }[];
            campaigns: {
                campaignId: string;
                name: string;
                /** @description Why the campaign sent them nothing. */
                excluded?: string;
            }[];
            testCases: {
                id: string;
                suiteId: string;
                /** Format: date-time */
                createdAt: string;
                document: unknown;
            }[];
            replays: {
                replayId: string;
                sessionId: string;
                /** Format: date-time */
                sessionStartedAt: string;
                verdict: string | null;
                turns: unknown;
            }[];
            deskNotes: {
                id: string;
                userId: string;
                /** Format: date-time */
                at: string;
                /** @description The member who wrote it. */
                by: string;
                text: string;
            }[];
            deskMoves: {
                userId: string;
                /** Format: date-time */
                at: string;
                move: string;
                by?: string;
                note?: string;
            }[];
            questions: {
                messageId: string;
                /** Format: date-time */
                at: string;
                userId: string;
                sessionId: string;
                text: string;
                /** @description The agent could not answer it. */
                unanswered: boolean;
            }[];
            messages: {
                /** Format: date-time */
                at: string;
                userId: string;
                sessionId?: string;
                /** @enum {string} */
                channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                /** @enum {string} */
                from: "user" | "agent";
                /** @enum {string} */
                type: "content" | "status" | "action";
                subtype?: string;
                text?: string;
                messageId: string;
                error?: string;
                /** @description The complete event or message. */
                content?: unknown;
            }[];
            files: {
                /** Format: date-time */
                at: string;
                userId: string;
                sessionId?: string;
                /** @enum {string} */
                channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                url: string;
                name?: string;
            }[];
            sessions: {
                userId: string;
                sessionId?: string;
                /** @enum {string} */
                channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                /** Format: date-time */
                startedAt: string;
                /** Format: date-time */
                endedAt?: string;
            }[];
            logs: {
                /** Format: date-time */
                at: string;
                userId: string;
                sessionId?: string;
                /** @enum {string} */
                channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                level: string;
                event: string;
                data?: unknown;
            }[];
            memory: {
                userId: string;
                /** Format: date-time */
                updatedAt: string;
                /** @description The state of the conversation: playbook, flow and its answers, goals reached. */
                state: unknown;
            }[];
            turns: {
                id: string;
                /** Format: date-time */
                at: string;
                userId: string;
                sessionId: string;
                channel: string;
            }[];
            toolCalls: {
                id: string;
                toolId: string;
                /** Format: date-time */
                at: string;
                userId: string;
                state: string;
                /** @description What the agent sent to the service. */
                given: unknown;
            }[];
            sends: {
                sendId: string;
                outreachId: string;
                origin: string;
                campaignId?: string;
                channel: string;
                state: string;
                reason?: string;
                /** @description Input values sent with the request. */
                inputs?: unknown;
                /** @description The consent that the caller claimed. */
                consent?: unknown;
                messageId?: string;
                /** Format: date-time */
                queuedAt: string;
                /** Format: date-time */
                sentAt?: string;
                /** Format: date-time */
                respondedAt?: string;
                sequenceId?: string;
                /** @description Links of it that the person tapped. */
                taps?: {
                    url: string;
                    /** Format: date-time */
                    at: string;
                }[];
            }[];
            automatedOutreach: {
                automatedOutreachId: string;
                outreachId: string;
                state: string;
                reason?: string;
                /** Format: date-time */
                triggeredAt: string;
            }[];
            followUps: {
                sendId: string;
                outreachId: string;
                state: string;
                times: number;
                /** Format: date-time */
                createdAt: string;
            }[];
            sequences: {
                sequenceId: string;
                state: string;
                reason?: string;
                steps: {
                    stepId: string;
                    state: string;
                    at?: string;
                }[];
                /** Format: date-time */
                enrolledAt: string;
                /** Format: date-time */
                endedAt?: string;
            }[];
            goalsReached: {
                goalId: string;
                /** Format: date-time */
                reachedAt: string;
            }[];
            linkRedemptions: {
                linkId: string;
                userId: string;
                state: string;
                /** Format: date-time */
                redeemedAt: string;
            }[];
        };
        OpenSlots: {
            data: components["schemas"]["OpenSlot"][];
            /** @description The time zone of the hours and dates. */
            timezone: string;
            /** @description Representatives whose calendar could not be read; they count as free. */
            unreachableCalendars: string[];
        };
        OpenSlot: {
            /** Format: date-time */
            startUtc: string;
            /** Format: date-time */
            endUtc: string;
            durationMinutes: number;
            /** @description The representatives who are free then, in the order of the config. */
            representativeIds: string[];
        };
        CalendarLink: {
            representativeId: string;
            connectionId: string;
            calendarId?: string;
            /**
             * @description The state of its connection.
             * @enum {string}
             */
            status: "not-connected" | "connected" | "expired" | "revoked" | "error";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CalendarLinkPut: {
            connectionId: string;
            /** @description The provider's id; default: the account's primary calendar. */
            calendarId?: string;
            /** @description Ignored on write. */
            readonly representativeId?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        AppointmentMail: {
            id: string;
            appointmentId: string;
            recipient: string;
            subject: string;
            /**
             * @description `failed` mails are not retried.
             * @enum {string}
             */
            status: "waiting" | "sent" | "failed";
            attempts: number;
            /** @description Why the last attempt failed, and what to do about it. */
            lastError?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            sentAt?: string;
        };
        Appointment: {
            id: string;
            personId: string;
            /** Format: date-time */
            startUtc: string;
            /** Format: date-time */
            endUtc: string;
            durationMinutes: number;
            prospectTimezone: string;
            /** @enum {string} */
            status: "scheduled" | "rescheduled" | "cancelled";
            representativeId?: string;
            representativeName?: string;
            representativeTitle?: string;
            locationId?: string;
            locationName?: string;
            notes?: string;
            /** @description Oldest first. */
            history: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                action: "booked" | "rescheduled" | "cancelled";
                /**
                 * Format: date-time
                 * @description The previous start time.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description The new start time.
                 */
                to?: string;
                reason?: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        AppointmentCreate: {
            /**
             * Format: date-time
             * @description The start time; any offset is accepted, and stored as UTC.
             */
            startUtc: string;
            /** @description Default: the length in the scheduling config, or else 30. */
            durationMinutes?: number;
            /** @description Default: the zone of the location; without one the person's, or else the agent's. */
            prospectTimezone?: string;
            /** @description Default: the representative assigned to the person, or else the first who is free. */
            representativeId?: string;
            /** @description Default: the location that the person prefers, or else the only one. */
            locationId?: string;
            notes?: string | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly personId?: unknown;
            /** @description Ignored on write. */
            readonly endUtc?: unknown;
            /** @description Ignored on write. */
            readonly representativeName?: unknown;
            /** @description Ignored on write. */
            readonly representativeTitle?: unknown;
            /** @description Ignored on write. */
            readonly locationName?: unknown;
            /** @description Ignored on write. */
            readonly history?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
        };
        AppointmentPatch: {
            /**
             * Format: date-time
             * @description The start time; any offset is accepted, and stored as UTC.
             */
            startUtc?: string;
            durationMinutes?: number;
            representativeId?: string;
            /** @description Moves it to another location. */
            locationId?: string;
            prospectTimezone?: string;
            notes?: string | null;
            /**
             * @description `cancelled` cancels it; no other value can be set.
             * @enum {string}
             */
            status?: "scheduled" | "rescheduled" | "cancelled";
            /** @description Why it is moved or canceled, for its history. */
            reason?: string;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly personId?: unknown;
            /** @description Ignored on write. */
            readonly endUtc?: unknown;
            /** @description Ignored on write. */
            readonly representativeName?: unknown;
            /** @description Ignored on write. */
            readonly representativeTitle?: unknown;
            /** @description Ignored on write. */
            readonly locationName?: unknown;
            /** @description Ignored on write. */
            readonly history?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        DeskSettings: {
            /** @default false */
            enabled: boolean;
            /** @description When members are there; default: always. */
            hours?: {
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                /** @description Exclusive; at or before `from`, it is a time of the next day. */
                to: string;
                timeZone: string;
            }[];
            /** @description What a person reads who begins to wait for a member. */
            waitingMessage?: string;
            /** @description What a person reads who asks for a human outside the hours, before the contact options. */
            closedMessage?: string;
            /**
             * @description After this time without a message of its holder, a conversation returns to the agent.
             * @default 60
             */
            returnAfterMinutes: number;
            /**
             * @description With `roundRobin`, a waiting conversation names the member whose turn it is.
             * @default manual
             * @enum {string}
             */
            assignment: "manual" | "roundRobin";
            /** @description The members who take turns; default, or if empty: every member who may work at the desk. */
            members?: string[];
        };
        DeskSettingsBody: {
            /** @default false */
            enabled?: boolean;
            /** @description When members are there; default: always. */
            hours?: {
                days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                /** @description Exclusive; at or before `from`, it is a time of the next day. */
                to: string;
                timeZone: string;
            }[];
            /** @description What a person reads who begins to wait for a member. */
            waitingMessage?: string;
            /** @description What a person reads who asks for a human outside the hours, before the contact options. */
            closedMessage?: string;
            /**
             * @description After this time without a message of its holder, a conversation returns to the agent.
             * @default 60
             */
            returnAfterMinutes?: number;
            /**
             * @description With `roundRobin`, a waiting conversation names the member whose turn it is.
             * @default manual
             * @enum {string}
             */
            assignment?: "manual" | "roundRobin";
            /** @description The members who take turns; default, or if empty: every member who may work at the desk. */
            members?: string[];
        };
        SavedReply: {
            id: string;
            title: string;
            /** @description What a member types after `/`; unique within the agent, whatever its case. */
            shortcut?: string;
            /** @description AML, with fill-ins such as `{person.firstName|there}`. */
            aml: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SavedReplyCreate: {
            id?: string;
            title: string;
            /** @description What a member types after `/`; unique within the agent, whatever its case. */
            shortcut?: string;
            /** @description AML, with fill-ins such as `{person.firstName|there}`. */
            aml: string;
        };
        SavedReplyPut: {
            title: string;
            /** @description What a member types after `/`; unique within the agent, whatever its case. */
            shortcut?: string;
            /** @description AML, with fill-ins such as `{person.firstName|there}`. */
            aml: string;
            id?: unknown;
            createdAt?: unknown;
            updatedAt?: unknown;
        };
        DeskUsage: {
            /** @description How often a person began to wait. */
            waiting: number;
            /** @description How often a member took a conversation or was assigned one. */
            taken: number;
            /** @description From the start of the wait, or else the take, to the member's first message; 0 without any. */
            secondsToFirstWord: {
                p50: number;
                p90: number;
            };
            secondsToClose: {
                p50: number;
                p90: number;
            };
            members: {
                userId: string;
                taken: number;
                closed: number;
                messages: number;
            }[];
        };
        DeskConversation: {
            userId: string;
            personId?: string;
            name?: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            sessionId: string;
            /** @enum {string} */
            state: "agent" | "waiting" | "human" | "closed";
            /** @description The member who holds the conversation; while it waits, the member whose turn it is. */
            assignee?: string;
            /** Format: date-time */
            waitingSince?: string;
            /** Format: date-time */
            takenAt?: string;
            /** Format: date-time */
            snoozedUntil?: string;
            /** Format: date-time */
            lastAt: string;
            lastText: string;
            /** @description Messages of the person that the caller has not seen; at most 100. */
            unread: number;
            /**
             * @description A rehearsal: no real person is involved.
             * @constant
             */
            test?: true;
        };
        DeskConversationDetail: {
            userId: string;
            personId?: string;
            name?: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            sessionId: string;
            /** @enum {string} */
            state: "agent" | "waiting" | "human" | "closed";
            /** @description The member who holds the conversation; while it waits, the member whose turn it is. */
            assignee?: string;
            /** Format: date-time */
            waitingSince?: string;
            /** Format: date-time */
            takenAt?: string;
            /** Format: date-time */
            snoozedUntil?: string;
            /** Format: date-time */
            lastAt: string;
            lastText: string;
            /** @description Messages of the person that the caller has not seen; at most 100. */
            unread: number;
            /**
             * @description A rehearsal: no real person is involved.
             * @constant
             */
            test?: true;
            /**
             * @description Why the channel would refuse a message now: the person has opted out, or the reply window is closed.
             * @enum {string}
             */
            refusal?: "optedOut" | "windowClosed";
            /**
             * Format: date-time
             * @description When the reply window of the channel closes, if it has one.
             */
            windowClosesAt?: string;
            notes: components["schemas"]["DeskNote"][];
            history: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                move: "waiting" | "taken" | "assigned" | "returned" | "closed" | "snoozed";
                /** @description The member who made the move; absent if it happened by itself. */
                by?: string;
                assignee?: string;
            }[];
        };
        DeskNote: {
            id: string;
            text: string;
            by: string;
            /** Format: date-time */
            at: string;
        };
        DeskSeenBody: {
            /**
             * @description Shows other members for half a minute that the caller looks at the conversation or types in it.
             * @enum {string}
             */
            present?: "looking" | "typing" | "gone";
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskNoteBody: {
            text: string;
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskTakeBody: {
            /** @description Take it from the member who holds it. */
            force?: boolean;
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskAssignBody: {
            userId: string;
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskReturnBody: {
            /** @description What the agent should know. */
            note?: string;
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskMemberBody: {
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskSnoozeBody: {
            /** Format: date-time */
            until: string;
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskMessageBody: {
            /** @description The member's own id of the message: a repeat within 24 hours is not sent again. */
            id?: string;
            text?: string;
            /** @description A message in AMF. */
            message?: {
                [key: string]: unknown;
            };
            aml?: string;
            /** @description A saved reply, whose fill-ins are filled now. */
            replyId?: string;
            /** @description With an API key, required: the member who acts. A signed-in user acts for themselves. */
            as?: string;
        };
        DeskMessage: {
            messageId: string;
        };
        DeskViewCounts: {
            mine: {
                /** @description At most 1,000. */
                conversations: number;
                /** @description Those with messages that the caller has not seen. */
                unread: number;
            };
            waiting: {
                /** @description At most 1,000. */
                conversations: number;
                /** @description Those with messages that the caller has not seen. */
                unread: number;
            };
            unassigned: {
                /** @description At most 1,000. */
                conversations: number;
                /** @description Those with messages that the caller has not seen. */
                unread: number;
            };
            open: {
                /** @description At most 1,000. */
                conversations: number;
                /** @description Those with messages that the caller has not seen. */
                unread: number;
            };
            closed: {
                /** @description At most 1,000. */
                conversations: number;
                /** @description Those with messages that the caller has not seen. */
                unread: number;
            };
        };
        DeskMember: {
            userId: string;
            name: string;
        };
        DeskFillBody: {
            aml?: string;
            /** @description A saved reply. */
            replyId?: string;
        };
        DeskFilledMessage: {
            aml: string;
            /** @description Fill-ins without a value. */
            missing: string[];
        };
        UnansweredQuestion: {
            id: string;
            /** @description The most typical wording. */
            question: string;
            /** @description How often it was asked. */
            count: number;
            people: number;
            /** Format: date-time */
            firstAt: string;
            /** Format: date-time */
            lastAt: string;
            /** @description The newest, at most 10. */
            examples: {
                userId: string;
                sessionId: string;
                /** @description The message in the traffic. */
                messageId: string;
                text: string;
                /** Format: date-time */
                at: string;
            }[];
            suggestion?: {
                question: string;
                answer: string;
                source: {
                    /** @enum {string} */
                    kind: "source" | "conversation" | "desk";
                    /** @description The knowledge source, or the message of the member. */
                    id: string;
                    /** @description The session of that message. */
                    sessionId?: string;
                };
            };
            /** @enum {string} */
            state: "open" | "dismissed" | "answered";
            /** Format: date-time */
            answeredAt?: string;
            /** @description The Fact that answers it. */
            factId?: string;
            /** @description The draft that has the Fact. */
            draftId?: string;
        };
        UnansweredAnswer: {
            /** @description Default: the typical wording. */
            question?: string;
            answer: string;
            /** @description Other phrasings, used only for matching. */
            alternates?: string[];
        };
        Topic: {
            id: string;
            /** @description The most typical wording. */
            label: string;
            count: number;
            /** @description Of all questions in the time window. */
            share: number;
            /** @description The sessions in which it was asked. */
            sessions: number;
            /** @description Those that were contained. */
            contained: number;
            /** @description The share of those that reached a goal. */
            goalRate: number;
            /** @description Those that went to a member of the desk. */
            handedOver: number;
            examples: {
                userId: string;
                sessionId: string;
                /** @description The message in the traffic. */
                messageId: string;
                text: string;
                /** Format: date-time */
                at: string;
            }[];
        };
        Outcome: {
            /** @description A UTC day, a channel, a playbook, a version or a draft. */
            key: string;
            /** @description Sessions that the agent answered. */
            sessions: number;
            /** @description Sessions without contact options, hand-over or unanswered question. */
            contained: number;
            questions: number;
            /** @description Unanswered questions. */
            unanswered: number;
            handedOver: number;
            goalsReached: number;
            /** @description Turns that failed, or in which a model call failed. */
            errors: number;
            medianTurns: number;
            /** @description Of model calls; if there are several currencies, the largest amount. */
            cost?: {
                amount: number;
                currency: string;
            };
        };
        SessionOutcome: {
            userId: string;
            sessionId: string;
            channel: string;
            /** Format: date-time */
            startedAt: string;
            playbookId?: string;
            version?: number;
            draftId?: string;
            turns: number;
            unanswered: number;
            goalsReached: number;
            errors: number;
            handedOver: boolean;
            contained: boolean;
        };
        AgentInsight: {
            agentId: string;
            name: string;
            current: components["schemas"]["OutcomeTotals"];
            /** @description The same number of days before. */
            previous: components["schemas"]["OutcomeTotals"];
            /** @description Unanswered questions of the time window that are open. */
            openQuestions: number;
            topQuestion?: {
                id: string;
                question: string;
                count: number;
            };
        };
        OutcomeTotals: {
            /** @description Sessions that the agent answered. */
            sessions: number;
            /** @description Sessions without contact options, hand-over or unanswered question. */
            contained: number;
            questions: number;
            /** @description Unanswered questions. */
            unanswered: number;
            handedOver: number;
            goalsReached: number;
            /** @description Turns that failed, or in which a model call failed. */
            errors: number;
            /** @description Of model calls; if there are several currencies, the largest amount. */
            cost?: {
                amount: number;
                currency: string;
            };
        };
        WeeklyMail: {
            subscribed: boolean;
            timeZone: string;
            /** @enum {string} */
            day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            hour: number;
            /**
             * Format: date-time
             * @description Read-only. When the next mail is due; absent without a subscription.
             */
            nextAt?: string;
            /**
             * Format: date-time
             * @description Read-only.
             */
            lastSentAt?: string;
            /** @description Read-only. Why the last mail was not sent, and what to do about it. */
            problem?: string;
        };
        WeeklyMailBody: {
            subscribed: boolean;
            /** @default UTC */
            timeZone?: string;
            /**
             * @default mon
             * @enum {string}
             */
            day?: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            /**
             * @description On the clock of the time zone.
             * @default 8
             */
            hour?: number;
            /**
             * Format: date-time
             * @description Read-only. When the next mail is due; absent without a subscription.
             */
            nextAt?: string;
            /**
             * Format: date-time
             * @description Read-only.
             */
            lastSentAt?: string;
            /** @description Read-only. Why the last mail was not sent, and what to do about it. */
            problem?: string;
        };
        WeeklyMailSubscriber: {
            userId: string;
            name?: string;
            email: string;
            timeZone: string;
            /** @enum {string} */
            day: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
            hour: number;
            /**
             * Format: date-time
             * @description Read-only. When the next mail is due; absent without a subscription.
             */
            nextAt?: string;
            /**
             * Format: date-time
             * @description Read-only.
             */
            lastSentAt?: string;
            /** @description Read-only. Why the last mail was not sent, and what to do about it. */
            problem?: string;
        };
        NamedSend: {
            recipient: {
                channel?: string | null;
                address?: string | null;
                asid?: string | null;
                personId?: string | null;
                personaId?: string | null;
            } & ({
                channel: string;
                address: string;
                asid?: null;
                personId?: null;
                personaId?: null;
            } | {
                asid: string;
                channel?: null;
                address?: null;
                personId?: null;
                personaId?: null;
            } | {
                personId: string;
                channel?: string | null;
                address?: null;
                asid?: null;
                personaId?: null;
            } | {
                personaId: string;
                channel?: null;
                address?: null;
                asid?: null;
                personId?: null;
            });
            profile?: {
                firstName?: string | null;
                lastName?: string | null;
                fullName?: string | null;
                email?: string | null;
                phone?: string | null;
            } | null;
            profileUpdate?: ("fill" | "overwrite") | null;
            source?: string | null;
            inputs?: {
                [key: string]: string | null;
            } | null;
            consent?: {
                optIn?: boolean | null;
                evidence?: string | null;
                capturedAt?: string | null;
                source?: string | null;
            } | null;
            idempotencyKey?: string | null;
            dryRun?: boolean | null;
        };
        SendResult: {
            /** @enum {string} */
            status: "queued" | "duplicate" | "skipped";
            sendId?: string;
            personId?: string;
            outreachId: string;
            asid?: string;
            channel?: string;
            unknownInputs: string[];
            warning?: string;
        };
        OutreachSend: {
            sendId: string;
            outreachId: string;
            /** @enum {string} */
            origin: "named" | "automated" | "campaign" | "sequence";
            campaignId?: string;
            automatedOutreachId?: string;
            sequenceId?: string;
            /** @description The variant of the campaign. */
            variantId?: string;
            /** @description True for a test of a campaign's opener. */
            test?: boolean;
            personId: string;
            /** @enum {string} */
            state: "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
            /** @enum {string} */
            reason?: "no_channel_identity" | "no_binding" | "not_rcs_capable" | "capability_unknown" | "dispatch_failed" | "delivery_failed" | "opted_out" | "no_consent" | "frequency_capped" | "template_blocked" | "no_template" | "outside_safe_hours" | "missing_inputs" | "outreach_unavailable" | "binding_error" | "no_route";
            detail?: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            asid: string;
            /** @description Only for callers with write access to people. */
            address?: string;
            messageId?: string;
            /** Format: date-time */
            queuedAt: string;
            /** Format: date-time */
            sentAt?: string;
            /** Format: date-time */
            failedAt?: string;
            /** Format: date-time */
            cancelledAt?: string;
            /** Format: date-time */
            respondedAt?: string;
            /** @description Only for named sends, at most 4. */
            attempts?: number;
            /** Format: date-time */
            nextAttemptAt?: string;
            delivery: {
                /** @description False: there is no delivery record for the send, and the other fields are empty. */
                known: boolean;
                sent: boolean;
                delivered: boolean;
                read: boolean;
                failed: boolean;
                /** Format: date-time */
                sentAt?: string;
                /** Format: date-time */
                deliveredAt?: string;
                /** Format: date-time */
                readAt?: string;
                /** Format: date-time */
                failedAt?: string;
                failReason?: string;
            };
            /** @description The first tap on each link of the message; only with trackLinks. */
            taps?: {
                url: string;
                /** Format: date-time */
                at: string;
            }[];
            consent?: {
                /** @enum {string} */
                claimed: "yes" | "none";
                /** @enum {string} */
                recorded: "granted" | "unknown" | "new";
                evidence?: string;
                capturedAt?: string;
                source?: string;
            };
        };
        Outreach: {
            id: string;
            name: string;
            description?: string;
            /** @enum {string} */
            class: "marketing" | "service";
            enabled: boolean;
            openerTemplateId: string;
            goal?: components["schemas"]["GoalAssignment"];
            inputs: string[];
            followUp?: {
                templateId: string;
                delayMinutes: number;
                /** @default 1 */
                maxTimes?: number;
            };
            /**
             * @description In order of preference: a person is reached on the first that is possible.
             * @default [
             *       "rcs"
             *     ]
             */
            channels?: ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE")[];
            /** @description What is sent on a channel whose reply window is closed: one of the provider's approved templates. */
            templates?: {
                messengerA?: {
                    name: string;
                    language: string;
                    /** @description the values of the variables of its body, in order */
                    variables: string[];
                };
            };
            /** @description The opener moves on to the next channel unless it is reported as delivered by then. */
            undeliveredAfterSeconds?: number;
            /** @description The owned playbook. */
            playbookId: string;
        };
        OutreachCreate: {
            id?: string;
            name: string;
            description?: string;
            /**
             * @default service
             * @enum {string}
             */
            class?: "marketing" | "service";
            /** @default true */
            enabled?: boolean;
            openerTemplateId: string;
            goal?: components["schemas"]["GoalAssignment"];
            /** @description Default: the custom fields that the opener uses. */
            inputs?: string[];
            followUp?: {
                templateId: string;
                delayMinutes: number;
                /** @default 1 */
                maxTimes?: number;
            };
            /**
             * @description In order of preference: a person is reached on the first that is possible.
             * @default [
             *       "rcs"
             *     ]
             */
            channels?: ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE")[];
            /** @description What is sent on a channel whose reply window is closed: one of the provider's approved templates. */
            templates?: {
                messengerA?: {
                    name: string;
                    language: string;
                    /** @description the values of the variables of its body, in order */
                    variables: string[];
                };
            };
            /** @description The opener moves on to the next channel unless it is reported as delivered by then. */
            undeliveredAfterSeconds?: number;
            /** @description The owned playbook; default: a plain one made from the name. */
            playbook?: {
                name?: string;
                body?: string;
                whenToUse?: string;
                flow?: unknown;
                uses?: string[];
            };
            /** @description Ignored on write. */
            readonly playbookId?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        OutreachPut: {
            name: string;
            description?: string;
            /**
             * @default service
             * @enum {string}
             */
            class?: "marketing" | "service";
            /** @default true */
            enabled?: boolean;
            openerTemplateId: string;
            goal?: components["schemas"]["GoalAssignment"];
            /** @description Default: the custom fields that the opener uses. */
            inputs?: string[];
            followUp?: {
                templateId: string;
                delayMinutes: number;
                /** @default 1 */
                maxTimes?: number;
            };
            /**
             * @description In order of preference: a person is reached on the first that is possible.
             * @default [
             *       "rcs"
             *     ]
             */
            channels?: ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE")[];
            /** @description What is sent on a channel whose reply window is closed: one of the provider's approved templates. */
            templates?: {
                messengerA?: {
                    name: string;
                    language: string;
                    /** @description the values of the variables of its body, in order */
                    variables: string[];
                };
            };
            /** @description The opener moves on to the next channel unless it is reported as delivered by then. */
            undeliveredAfterSeconds?: number;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly playbookId?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        OutreachPatch: {
            name?: string;
            description?: string | null;
            /** @enum {string} */
            class?: "marketing" | "service";
            enabled?: boolean;
            openerTemplateId?: string;
            goal?: components["schemas"]["GoalAssignment"] | null;
            inputs?: string[] | null;
            followUp?: {
                templateId: string;
                delayMinutes: number;
                maxTimes?: number;
            } | null;
            channels?: ("rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE")[] | null;
            templates?: {
                messengerA?: {
                    name: string;
                    language: string;
                    /** @description the values of the variables of its body, in order */
                    variables: string[];
                };
            } | null;
            undeliveredAfterSeconds?: number | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly playbookId?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        AutomatedOutreach: {
            id: string;
            name: string;
            outreachId: string;
            /** @default true */
            enabled?: boolean;
            trigger: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDate"];
            };
            delayMinutes?: number;
            sendWindow?: components["schemas"]["SendWindow"];
            ignoreSafeHours?: boolean;
        };
        TriggerDate: {
            /** @description The key of a People field of the type date. */
            field: string;
            /**
             * @description Days after the date; negative: before it.
             * @default 0
             */
            offsetDays?: number;
            /**
             * @description The day counts every year, as a birthday does. February 29 counts as 28.
             * @default false
             */
            yearly?: boolean;
            /**
             * @description When on that day people are looked for.
             * @default 9
             */
            hour?: number;
            /** @default UTC */
            timeZone?: string;
        };
        SendWindow: {
            startHour: number;
            /** @description Exclusive; the window may cross midnight. */
            endHour: number;
            timeZone: string;
        };
        AutomatedOutreachCreate: {
            id?: string;
            name: string;
            outreachId: string;
            /** @default true */
            enabled?: boolean;
            trigger: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDate"];
            };
            delayMinutes?: number;
            sendWindow?: components["schemas"]["SendWindow"];
            ignoreSafeHours?: boolean;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        AutomatedOutreachPut: {
            name: string;
            outreachId: string;
            /** @default true */
            enabled?: boolean;
            trigger: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDate"];
            };
            delayMinutes?: number;
            sendWindow?: components["schemas"]["SendWindow"];
            ignoreSafeHours?: boolean;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly derivedFrom?: unknown;
        };
        AutomatedOutreachPatch: {
            name?: string;
            outreachId?: string;
            enabled?: boolean;
            trigger?: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDatePatch"];
            };
            delayMinutes?: number | null;
            sendWindow?: components["schemas"]["SendWindow"] | null;
            ignoreSafeHours?: boolean | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
        };
        TriggerDatePatch: {
            /** @description The key of a People field of the type date. */
            field: string;
            /** @description Days after the date; negative: before it. */
            offsetDays?: number;
            /** @description The day counts every year, as a birthday does. February 29 counts as 28. */
            yearly?: boolean;
            /** @description When on that day people are looked for. */
            hour?: number;
            timeZone?: string;
        };
        SendingSettings: {
            /**
             * @description 0 disables.
             * @default 48
             */
            minTouchIntervalHours?: number;
            safeHours?: components["schemas"]["SendWindow"];
            /**
             * @description Links of openers and follow-ups go through a short link of the gateway, which counts taps.
             * @default false
             */
            trackLinks?: boolean;
        };
        AutomatedOutreachRow: {
            personId: string;
            /** @enum {string} */
            state: "waiting" | "sent" | "skipped" | "failed";
            /** @description Why it was skipped or failed, or what it is waiting for, for example in-conversation. */
            reason?: string;
            /** Format: date-time */
            dueAt: string;
            sendId?: string;
        };
        Sequence: {
            id: string;
            name: string;
            enabled: boolean;
            /** @description Enrolls people automatically. */
            entry?: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDate"];
            };
            steps: components["schemas"]["SequenceStep"][];
            /** @description Default: replied and goal. `left`: the person no longer matches the filter of the entry. */
            stopOn: ("replied" | "goal" | "converted" | "left")[];
            /** @description How long after an ended enrollment the person may be enrolled again; default: never. */
            reenterAfterDays?: number;
        };
        SequenceStep: {
            id: string;
            outreachId: string;
            /** @description Since the step before; for the first step, since the enrollment. */
            afterMinutes: number;
            sendWindow?: components["schemas"]["SendWindow"];
            /** @description The step is skipped for people who do not match. */
            onlyIf?: {
                [key: string]: string | string[];
            };
        };
        SequenceCreate: {
            id?: string;
            name: string;
            /** @default true */
            enabled?: boolean;
            /** @description Enrolls people automatically. */
            entry?: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDate"];
            };
            steps: components["schemas"]["SequenceStep"][];
            /** @description Default: replied and goal. `left`: the person no longer matches the filter of the entry. */
            stopOn?: ("replied" | "goal" | "converted" | "left")[];
            /** @description How long after an ended enrollment the person may be enrolled again; default: never. */
            reenterAfterDays?: number;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        SequencePut: {
            name: string;
            /** @default true */
            enabled?: boolean;
            /** @description Enrolls people automatically. */
            entry?: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDate"];
            };
            steps: components["schemas"]["SequenceStep"][];
            /** @description Default: replied and goal. `left`: the person no longer matches the filter of the entry. */
            stopOn?: ("replied" | "goal" | "converted" | "left")[];
            /** @description How long after an ended enrollment the person may be enrolled again; default: never. */
            reenterAfterDays?: number;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        SequencePatch: {
            name?: string;
            enabled?: boolean;
            entry?: {
                /** @enum {string} */
                event: "person.created" | "person.statusChanged" | "person.fieldChanged" | "appointment.booked" | "appointment.cancelled" | "conversation.ended" | "person.dateReached";
                filter?: {
                    [key: string]: string | string[];
                };
                /** @description Only, and always, with the event person.dateReached. */
                date?: components["schemas"]["TriggerDatePatch"];
            } | null;
            steps?: components["schemas"]["SequenceStep"][];
            stopOn?: ("replied" | "goal" | "converted" | "left")[] | null;
            reenterAfterDays?: number | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        SequenceEnrollmentBody: {
            personId: string;
            /** @description A repeated request with the same key answers with the first enrollment. */
            idempotencyKey?: string;
        };
        SequenceEnrollment: {
            personId: string;
            /** @enum {string} */
            state: "active" | "completed" | "stopped" | "failed";
            /** @description The id of the next step. */
            step?: string;
            /**
             * Format: date-time
             * @description When the next step is planned.
             */
            dueAt?: string;
            /** @description Why it was stopped (replied, goal, converted, left, opted_out, no_consent, manual) or failed, or what the next step waits for. */
            reason?: string;
            /** Format: date-time */
            enrolledAt: string;
            /** Format: date-time */
            endedAt?: string;
            sends: {
                stepId: string;
                sendId: string;
                /** @enum {string} */
                state: "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
            }[];
        };
        SequenceReport: {
            /** @description Everyone who was enrolled; a person who was enrolled again counts once. */
            people: number;
            active: number;
            completed: number;
            failed: number;
            replied: number;
            goal: number;
            /** @description By reason, for example replied or opted_out. */
            stopped: {
                [key: string]: number;
            };
            /** @description Failed enrollments by the reason of the send, for example not_rcs_capable. */
            failures: {
                [key: string]: number;
            };
            /** @description In the order of the sequence. */
            steps: {
                id: string;
                /** @description Everyone who has come to this step. */
                people: number;
                /** @description People whose next step this is. */
                waiting: number;
                sent: number;
                skipped: number;
                /** @description Ended without being sent. */
                failed: number;
                /** @description People who tapped a link of it; needs trackLinks. */
                tapped: number;
            }[];
        };
        PersonaEnrollmentBody: {
            personaId: string;
        };
        Reachability: {
            personId: string;
            outreachId?: string;
            /** Format: date-time */
            at: string;
            /** @description Where an Outreach would go: on its first channel that reaches the person, the preferred identity, else the oldest. */
            identity?: {
                asid: string;
                /** @enum {string} */
                channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                /** @description Because of a STOP on this identity. */
                optedOut: boolean;
                capable?: {
                    value: boolean;
                    /** Format: date-time */
                    checkedAt: string;
                };
            };
            /** @description The channels of the Outreach, in order of preference. */
            channels: {
                /** @enum {string} */
                channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                asid?: string;
                /**
                 * @description Why it does not reach the person.
                 * @enum {string}
                 */
                reason?: "consent_declined" | "consent_denied" | "no_consent" | "opted_out" | "frequency_capped" | "outside_safe_hours" | "outside_send_window" | "in-conversation" | "outreach_unavailable" | "no_channel_identity" | "no_route" | "no_template" | "not_rcs_capable" | "already_sent" | "reminders_off" | "window_closed";
            }[];
            facts: {
                /**
                 * @description The class of the Outreach; `service` if none is given.
                 * @enum {string}
                 */
                class: "marketing" | "service";
                consent: {
                    /** @enum {string} */
                    status: "granted" | "denied" | "unknown";
                    /** Format: date-time */
                    updatedAt?: string;
                    source?: string;
                };
                /** @description Every STOP in effect, with its time: one on rcs or sms covers the number on both. */
                stops?: {
                    /** @enum {string} */
                    channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                    /** Format: date-time */
                    at: string;
                }[];
                lastMarketingSend?: {
                    sendId: string;
                    /** Format: date-time */
                    at: string;
                };
                /** Format: date-time */
                lastWroteAt?: string;
                safeHours?: components["schemas"]["SendWindow"];
                minTouchIntervalHours: number;
            };
            /** @description Assumes that the rule or campaign has no send window, and that the rule does not ignore safe hours. */
            origins: {
                named: {
                    /** @enum {string} */
                    allowed: "now" | "later" | "no";
                    /** @enum {string} */
                    reason?: "consent_declined" | "consent_denied" | "no_consent" | "opted_out" | "frequency_capped" | "outside_safe_hours" | "outside_send_window" | "in-conversation" | "outreach_unavailable" | "no_channel_identity" | "no_route" | "no_template" | "not_rcs_capable" | "already_sent" | "reminders_off" | "window_closed";
                    /**
                     * Format: date-time
                     * @description When to ask again; with `frequency_capped`, when the cap ends.
                     */
                    until?: string;
                    /** @constant */
                    warning?: "frequency_capped";
                    /** @description The same as a sentence. */
                    says: string;
                };
                automated: {
                    /** @enum {string} */
                    allowed: "now" | "later" | "no";
                    /** @enum {string} */
                    reason?: "consent_declined" | "consent_denied" | "no_consent" | "opted_out" | "frequency_capped" | "outside_safe_hours" | "outside_send_window" | "in-conversation" | "outreach_unavailable" | "no_channel_identity" | "no_route" | "no_template" | "not_rcs_capable" | "already_sent" | "reminders_off" | "window_closed";
                    /**
                     * Format: date-time
                     * @description When to ask again; with `frequency_capped`, when the cap ends.
                     */
                    until?: string;
                    /** @constant */
                    warning?: "frequency_capped";
                    /** @description The same as a sentence. */
                    says: string;
                };
                campaign: {
                    /** @enum {string} */
                    allowed: "now" | "later" | "no";
                    /** @enum {string} */
                    reason?: "consent_declined" | "consent_denied" | "no_consent" | "opted_out" | "frequency_capped" | "outside_safe_hours" | "outside_send_window" | "in-conversation" | "outreach_unavailable" | "no_channel_identity" | "no_route" | "no_template" | "not_rcs_capable" | "already_sent" | "reminders_off" | "window_closed";
                    /**
                     * Format: date-time
                     * @description When to ask again; with `frequency_capped`, when the cap ends.
                     */
                    until?: string;
                    /** @constant */
                    warning?: "frequency_capped";
                    /** @description The same as a sentence. */
                    says: string;
                };
                followUp: {
                    /** @enum {string} */
                    allowed: "now" | "later" | "no";
                    /** @enum {string} */
                    reason?: "consent_declined" | "consent_denied" | "no_consent" | "opted_out" | "frequency_capped" | "outside_safe_hours" | "outside_send_window" | "in-conversation" | "outreach_unavailable" | "no_channel_identity" | "no_route" | "no_template" | "not_rcs_capable" | "already_sent" | "reminders_off" | "window_closed";
                    /**
                     * Format: date-time
                     * @description When to ask again; with `frequency_capped`, when the cap ends.
                     */
                    until?: string;
                    /** @constant */
                    warning?: "frequency_capped";
                    /** @description The same as a sentence. */
                    says: string;
                };
                reminder: {
                    /** @enum {string} */
                    allowed: "now" | "later" | "no";
                    /** @enum {string} */
                    reason?: "consent_declined" | "consent_denied" | "no_consent" | "opted_out" | "frequency_capped" | "outside_safe_hours" | "outside_send_window" | "in-conversation" | "outreach_unavailable" | "no_channel_identity" | "no_route" | "no_template" | "not_rcs_capable" | "already_sent" | "reminders_off" | "window_closed";
                    /**
                     * Format: date-time
                     * @description When to ask again; with `frequency_capped`, when the cap ends.
                     */
                    until?: string;
                    /** @constant */
                    warning?: "frequency_capped";
                    /** @description The same as a sentence. */
                    says: string;
                };
            };
        };
        /** @description A number or a boolean is read as a string. null and an empty string mean not supplied, at every level. */
        JourneySend: {
            profile?: {
                /** @description Required unless a persona is given. */
                phone?: string | null;
                /**
                 * @description Default: the first channel of the Outreach that takes a number.
                 * @enum {unknown}
                 */
                channel?: "rcs" | "sms" | "messengerA" | "" | null;
                id?: string | number | boolean | null;
                firstName?: string | number | boolean | null;
                lastName?: string | number | boolean | null;
                email?: string | number | boolean | null;
            } | ("" | null);
            profileUpdate?: ("fill" | "overwrite" | "") | null;
            consent?: {
                /** @description y or n, upper or lower case; any other value is ignored. */
                sms?: string | number | boolean | null;
                evidence?: string | number | boolean | null;
            } | ("" | null);
            journey?: {
                versionId?: string | number | boolean | null;
                nodeId?: string | number | boolean | null;
                instanceId?: string | number | boolean | null;
            } | ("" | null);
            inputs?: {
                [key: string]: string | number | boolean | null;
            } | ("" | null);
            emulator?: {
                personaId?: string | number | boolean | null;
            } | ("" | null);
            dryRun?: (true | false) | ("true" | "false" | "") | null;
        };
        JourneyOutcome: {
            /** @enum {string} */
            outcome: "queued" | "duplicate" | "skipped" | "refused";
            /**
             * @description Empty unless refused. Treat an unknown reason as: do not contact them.
             * @enum {string}
             */
            reason: "" | "opted_out" | "declined" | "consent_denied" | "missing_inputs";
            detail: string;
            /** @description Empty unless queued or duplicate. */
            sendId: string;
            personId: string;
            unknownInputs: string[];
            /** @enum {string} */
            idempotency: "journey" | "derived";
        };
        JourneyStatus: {
            sendId: string;
            /** @enum {string} */
            state: "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
            reason: string;
            /** @description False only if the number cannot receive RCS. */
            reachable: boolean;
            delivered: boolean;
            read: boolean;
            replied: boolean;
            /** @description The state no longer changes. */
            final: boolean;
            /** @description When the next attempt is due; otherwise empty. */
            nextAttemptAt: string;
        };
        JourneyActionDefinition: {
            /** @constant */
            contract: "journey/1";
            agentId: string;
            outreachId: string;
            inputs: string[];
            send: {
                name: string;
                /** @enum {string} */
                method: "POST" | "GET";
                url: string;
                headers: {
                    [key: string]: string;
                };
                request?: {
                    [key: string]: unknown;
                };
                fields?: {
                    field: string;
                    /** @enum {string} */
                    type: "string" | "boolean";
                    /** @enum {string} */
                    mode: "constant" | "variable";
                    value?: string;
                    optional: boolean;
                    mapFrom?: string;
                }[];
                /** @description Part of the path, instead of the query parameter. */
                path?: string;
                /** @constant */
                queryParameter?: "sendId";
                response: {
                    [key: string]: unknown;
                };
                errorResponse: {
                    [key: string]: unknown;
                };
            };
            status: {
                name: string;
                /** @enum {string} */
                method: "POST" | "GET";
                url: string;
                headers: {
                    [key: string]: string;
                };
                request?: {
                    [key: string]: unknown;
                };
                fields?: {
                    field: string;
                    /** @enum {string} */
                    type: "string" | "boolean";
                    /** @enum {string} */
                    mode: "constant" | "variable";
                    value?: string;
                    optional: boolean;
                    mapFrom?: string;
                }[];
                /** @description Part of the path, instead of the query parameter. */
                path?: string;
                /** @constant */
                queryParameter?: "sendId";
                response: {
                    [key: string]: unknown;
                };
                errorResponse: {
                    [key: string]: unknown;
                };
            };
            runbook: string[];
        };
        OutreachLink: {
            id: string;
            code: string;
            /**
             * Format: uri
             * @description The public page; anyone with the address can enter a number.
             */
            url: string;
            bindingId: string;
            channels?: ("rcs" | "sms" | "messengerA")[];
            templates?: {
                messengerA?: {
                    name: string;
                    language: string;
                    /** @description the values of the variables of its body, in order */
                    variables: string[];
                };
            };
            label?: string;
            maxUses: number;
            usesRemaining: number;
            redemptionCount: number;
            /** Format: date-time */
            expiresAt: string;
            disabled: boolean;
            /** @enum {string} */
            disabledReason?: "binding_deleted";
            /** Format: date-time */
            createdAt: string;
        };
        OutreachLinkCreate: {
            /** @description The binding of the first channel: an rcs binding by default. */
            bindingId: string;
            /**
             * @description In order of preference: the opener leaves on the first that reaches the number.
             * @default [
             *       "rcs"
             *     ]
             */
            channels?: ("rcs" | "sms" | "messengerA")[];
            /** @description Required with messengerA, which delivers only approved templates to people who have not written. */
            templates?: {
                messengerA?: {
                    name: string;
                    language: string;
                    /** @description the values of the variables of its body, in order */
                    variables: string[];
                };
            };
            label?: string;
            /** @default 25 */
            maxUses?: number;
            /**
             * Format: date-time
             * @description At most 30 days from now; default: 14.
             */
            expiresAt?: string;
        };
        OutreachLinkPatch: {
            disabled: boolean;
        };
        OutreachLinkRedeem: {
            personaId: string;
        };
        OutreachLinkRedeemed: {
            /** @constant */
            status: "queued";
            personaId: string;
            /** @description The identity that the persona plays with. */
            userId: string;
        };
        CampaignBody: {
            name: string;
            /** @description The id of an enabled Outreach. */
            outreachId: string;
            audience: components["schemas"]["CampaignAudience"];
            /** @description Default: by the class of the Outreach, false for marketing and true for service. */
            includePreviouslyContacted?: boolean;
            sendWindow?: components["schemas"]["SendWindow"];
            variants?: components["schemas"]["CampaignVariant"][];
            /** @description The share of the audience that gets nothing, for comparison. */
            holdoutPercent?: number;
            /**
             * Format: date-time
             * @description Once started, the campaign sends nothing before this time, which is at most 365 days from now. A rehearsal ignores it.
             */
            startAt?: string;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
            /** @description Ignored on write. */
            readonly class?: unknown;
            /** @description Ignored on write. */
            readonly test?: unknown;
            /** @description Ignored on write. */
            readonly counts?: unknown;
            /** @description Ignored on write. */
            readonly channels?: unknown;
            /** @description Ignored on write. */
            readonly inFlight?: unknown;
            /** @description Ignored on write. */
            readonly exclusions?: unknown;
            /** @description Ignored on write. */
            readonly estimate?: unknown;
            /** @description Ignored on write. */
            readonly previews?: unknown;
            /** @description Ignored on write. */
            readonly staging?: unknown;
            /** @description Ignored on write. */
            readonly waiting?: unknown;
            /** @description Ignored on write. */
            readonly detail?: unknown;
            /** @description Ignored on write. */
            readonly chosenVariantId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly stagedAt?: unknown;
            /** @description Ignored on write. */
            readonly startedAt?: unknown;
            /** @description Ignored on write. */
            readonly endedAt?: unknown;
        };
        /** @description Exactly one of these. */
        CampaignAudience: {
            segmentId?: string;
            filter?: components["schemas"]["PeopleFilter"];
            importBatchId?: string;
            personIds?: string[];
            /** @description A rehearsal: every send is captured in the persona's conversation. */
            personaIds?: string[];
        };
        CampaignVariant: {
            id: string;
            /** @description Replaces the opener of the Outreach. */
            openerTemplateId: string;
            /** @description Its share, relative to the other variants. */
            weight: number;
        };
        Campaign: {
            id: string;
            name: string;
            outreachId: string;
            audience: {
                segmentId?: string;
                filter?: components["schemas"]["PeopleFilter"];
                importBatchId?: string;
                personIds?: string[];
                /** @description In lists and progress events, replaces more than 200 personIds. */
                personIdCount?: number;
                personaIds?: string[];
            };
            includePreviouslyContacted?: boolean;
            sendWindow?: components["schemas"]["SendWindow"];
            variants?: components["schemas"]["CampaignVariant"][];
            /** @description The share of the audience that gets nothing, for comparison. */
            holdoutPercent?: number;
            /** @description Recipients who were not sent to when it was chosen get this variant. */
            chosenVariantId?: string;
            /**
             * Format: date-time
             * @description Once started, it sends nothing before this time.
             */
            startAt?: string;
            /** @enum {string} */
            status: "draft" | "staged" | "running" | "paused" | "completed" | "cancelled" | "failed";
            /**
             * @description From its Outreach; once staged, as it was at staging time.
             * @enum {string}
             */
            class?: "marketing" | "service";
            /** @description A rehearsal with personas. */
            test: boolean;
            /** @description Total is sendable plus excluded and held out; sendable is queued plus sent, failed and cancelled. Sent includes delivered, and delivered includes read. */
            counts: {
                total: number;
                sendable: number;
                queued: number;
                sent: number;
                delivered: number;
                read: number;
                failed: number;
                excluded: number;
                cancelled: number;
                /** @description Only with a holdout: people who get nothing, for comparison. */
                heldOut?: number;
                /** @description Recipients by variant, as staged. */
                variants?: {
                    [key: string]: number;
                };
            };
            /** @description People excluded by staging, by the first reason that applies. */
            exclusions?: {
                [key: string]: number;
            };
            /** @description Sendable people by the channel that reaches them. */
            channels?: {
                [key: string]: number;
            };
            /** @description How long sending takes at the provider's rate; its channels take turns. */
            estimate?: {
                provider: string;
                seconds: number;
                channels?: components["schemas"]["CampaignChannelEstimate"][];
            }[];
            /** @description The opener as up to five recipients will read it, with one for each channel. */
            previews?: {
                personId: string;
                text: string;
                /** @enum {string} */
                channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            }[];
            /** @description While the campaign is being staged: how many people were checked so far. */
            staging?: {
                lookedAt: number;
                expected?: number;
                /** Format: date-time */
                beganAt: string;
            };
            /** @description While it runs or is paused: messages being dispatched right now, which a pause does not stop. */
            inFlight?: number;
            /** @description Why a running campaign is not sending right now. */
            waiting?: {
                /** @enum {string} */
                reason: "before_start" | "outside_safe_hours" | "outside_send_window" | "outreach_disabled" | "binding_disabled" | "provider_unavailable" | "real_sends_off" | "in-conversation";
                /** Format: date-time */
                until?: string;
            };
            /** @description Why it failed. */
            detail?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            stagedAt?: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            endedAt?: string;
        };
        CampaignChannelEstimate: {
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            people: number;
            /** @description The provider's rate on this channel. */
            perSecond: number;
            seconds: number;
        };
        CampaignPatch: {
            name?: string;
            /** @description The id of an enabled Outreach. */
            outreachId?: string;
            audience?: components["schemas"]["CampaignAudience"];
            includePreviouslyContacted?: boolean | null;
            sendWindow?: components["schemas"]["SendWindow"] | null;
            variants?: components["schemas"]["CampaignVariant"][] | null;
            holdoutPercent?: number | null;
            startAt?: string | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly agentId?: unknown;
            /** @description Ignored on write. */
            readonly status?: unknown;
            /** @description Ignored on write. */
            readonly class?: unknown;
            /** @description Ignored on write. */
            readonly test?: unknown;
            /** @description Ignored on write. */
            readonly counts?: unknown;
            /** @description Ignored on write. */
            readonly channels?: unknown;
            /** @description Ignored on write. */
            readonly inFlight?: unknown;
            /** @description Ignored on write. */
            readonly exclusions?: unknown;
            /** @description Ignored on write. */
            readonly estimate?: unknown;
            /** @description Ignored on write. */
            readonly previews?: unknown;
            /** @description Ignored on write. */
            readonly staging?: unknown;
            /** @description Ignored on write. */
            readonly waiting?: unknown;
            /** @description Ignored on write. */
            readonly detail?: unknown;
            /** @description Ignored on write. */
            readonly chosenVariantId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
            /** @description Ignored on write. */
            readonly stagedAt?: unknown;
            /** @description Ignored on write. */
            readonly startedAt?: unknown;
            /** @description Ignored on write. */
            readonly endedAt?: unknown;
        };
        CampaignVariantChoice: {
            variantId: string;
        };
        CampaignTestSend: {
            recipient: {
                channel?: string | null;
                address?: string | null;
                asid?: string | null;
                personId?: string | null;
                personaId?: string | null;
            } & ({
                channel: string;
                address: string;
                asid?: null;
                personId?: null;
                personaId?: null;
            } | {
                asid: string;
                channel?: null;
                address?: null;
                personId?: null;
                personaId?: null;
            } | {
                personId: string;
                channel?: string | null;
                address?: null;
                asid?: null;
                personaId?: null;
            } | {
                personaId: string;
                channel?: null;
                address?: null;
                asid?: null;
                personId?: null;
            });
            inputs?: {
                [key: string]: string | null;
            } | null;
            /** @description Default: the chosen variant, else the first. */
            variantId?: string;
        };
        CampaignRecipient: {
            id: string;
            /** @description Or the id of the persona, in a rehearsal. */
            personId: string;
            /** @description The identity it is sent to. */
            asid?: string;
            /**
             * @description The channel that reaches the person.
             * @enum {string}
             */
            channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @enum {string} */
            state: "excluded" | "held_out" | "queued" | "sending" | "sent" | "failed" | "suppressed" | "cancelled";
            /** @description Why it was excluded, why its send failed, or what it is waiting for. */
            reason?: string;
            sendId?: string;
            /** @description The variant that the recipient gets. */
            variantId?: string;
        };
        CampaignPreview: {
            personId: string;
            channel: string;
            /** @description The text the person reads; empty if nothing can be sent to them. */
            text: string;
            messages: components["schemas"]["RenderedMessage"][];
            /** @description The opener cannot be sent to this person; `slot` is the missing value. */
            blocked?: {
                slot?: string;
            };
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
        CampaignReport: {
            /** @description Cumulative: sent includes delivered and read, delivered includes read. */
            states: {
                queued: number;
                sending: number;
                sent: number;
                delivered: number;
                read: number;
                failed: number;
                suppressed: number;
                cancelled: number;
                excluded: number;
                held_out?: number;
            };
            /** @description Why recipients were excluded (for example no-consent) and sends failed (for example not_rcs_capable). */
            reasons: {
                [key: string]: number;
            };
            /** @description A rehearsal with personas. */
            test: boolean;
            /** @description Recipients who tapped a link; needs trackLinks. */
            tapped?: number;
            variants?: components["schemas"]["CampaignVariantResult"][];
            /** @description Held-out people, from the start of the campaign. */
            holdout?: components["schemas"]["CampaignHoldoutResult"];
            /** @description The variant whose Goal rate is significantly higher than the rate of every other variant, at 95 %. Until a person reaches a Goal, reply rates are compared. */
            leader?: string;
            chosenVariantId?: string;
            /** @description Cumulative, over all sends, at evenly spaced times; absent for a rehearsal. */
            timeline?: {
                /** Format: date-time */
                at: string;
                sent: number;
                delivered: number;
                read: number;
                replied: number;
            }[];
            /** @description Sent in each five seconds of the last five minutes, without those that sent nothing. */
            rate?: {
                /** Format: date-time */
                at: string;
                sent: number;
            }[];
            /** @description While the campaign runs: how fast it sends. Absent for a rehearsal. */
            sending?: {
                /**
                 * Format: date-time
                 * @description When this was counted.
                 */
                at: string;
                /** @description Sent per second, in the last 15 seconds. */
                perSecond: number;
                /** @description At this rate; absent while nothing is sent. */
                secondsLeft?: number;
            };
        };
        CampaignVariantResult: {
            id: string;
            people: number;
            sent: number;
            /** @description Ended without being sent. */
            failed: number;
            delivered: number;
            read: number;
            replied: number;
            goal: number;
            tapped: number;
            /** @description Sent STOP afterwards, and have not returned since. */
            optedOut: number;
            /** @description Of those sent to, or of all people of the holdout, with Wilson's 95 % interval. */
            rates: {
                delivered: {
                    value: number;
                    low: number;
                    high: number;
                };
                read: {
                    value: number;
                    low: number;
                    high: number;
                };
                replied: {
                    value: number;
                    low: number;
                    high: number;
                };
                goal: {
                    value: number;
                    low: number;
                    high: number;
                };
                tapped: {
                    value: number;
                    low: number;
                    high: number;
                };
                optedOut: {
                    value: number;
                    low: number;
                    high: number;
                };
            };
            /** @description Compared with the first variant; absent for the first. */
            toFirst?: components["schemas"]["CampaignRateDifference"];
            /** @description Compared with the people held out. */
            toHoldout?: components["schemas"]["CampaignRateDifference"];
        };
        /** @description Rates minus those of another group, with Newcombe's 95 % interval. */
        CampaignRateDifference: {
            replied: {
                value: number;
                low: number;
                high: number;
            };
            goal: {
                value: number;
                low: number;
                high: number;
            };
        };
        CampaignHoldoutResult: {
            people: number;
            sent: number;
            /** @description Ended without being sent. */
            failed: number;
            delivered: number;
            read: number;
            replied: number;
            goal: number;
            tapped: number;
            /** @description Sent STOP afterwards, and have not returned since. */
            optedOut: number;
            /** @description Of those sent to, or of all people of the holdout, with Wilson's 95 % interval. */
            rates: {
                delivered: {
                    value: number;
                    low: number;
                    high: number;
                };
                read: {
                    value: number;
                    low: number;
                    high: number;
                };
                replied: {
                    value: number;
                    low: number;
                    high: number;
                };
                goal: {
                    value: number;
                    low: number;
                    high: number;
                };
                tapped: {
                    value: number;
                    low: number;
                    high: number;
                };
                optedOut: {
                    value: number;
                    low: number;
                    high: number;
                };
            };
        };
        TestSuite: {
            id: string;
            name: string;
            description?: string;
            /** @enum {string} */
            channel?: "rcs" | "sms" | "messengerA" | "vendorMessages";
            schedule?: {
                /** @enum {string} */
                every: "daily" | "weekly";
                /**
                 * @description HH:mm in the time zone.
                 * @default 06:00
                 */
                at?: string;
                /**
                 * @description For a weekly schedule; ignored for a daily one.
                 * @default monday
                 * @enum {string}
                 */
                weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                /** @default UTC */
                timezone?: string;
            };
            /** Format: date-time */
            nextRunAt?: string;
            lastScheduledRunId?: string;
            /** @description The platform keeps it in sync with the Examples of a playbook. */
            system: boolean;
            playbookId?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TestPassRate: {
            playbookId: string;
            suiteId: string;
            /** @description Cases whose samples all passed in the newest run with a verdict. */
            passed: number;
            /** @description Cases with a verdict in that run; 0 if there was none. */
            total: number;
            runId?: string;
            /** Format: date-time */
            lastRunAt?: string;
        };
        TestSuiteBody: {
            name: string;
            description?: string;
            /**
             * @description Where its cases are played, unless a case has its own channel.
             * @enum {string}
             */
            channel?: "rcs" | "sms" | "messengerA" | "vendorMessages";
            /** @description When the whole suite runs; null clears it. */
            schedule?: {
                /** @enum {string} */
                every: "daily" | "weekly";
                /**
                 * @description HH:mm in the time zone.
                 * @default 06:00
                 */
                at?: string;
                /**
                 * @description For a weekly schedule; ignored for a daily one.
                 * @default monday
                 * @enum {string}
                 */
                weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                /** @default UTC */
                timezone?: string;
            };
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly nextRunAt?: unknown;
            /** @description Ignored on write. */
            readonly lastScheduledRunId?: unknown;
            /** @description Ignored on write. */
            readonly system?: unknown;
            /** @description Ignored on write. */
            readonly playbookId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        TestSuitePatch: {
            name?: string;
            description?: string | null;
            channel?: ("rcs" | "sms" | "messengerA" | "vendorMessages") | null;
            /** @description When the whole suite runs; null clears it. */
            schedule?: {
                /** @enum {string} */
                every: "daily" | "weekly";
                /** @description HH:mm in the time zone. */
                at?: string;
                /**
                 * @description For a weekly schedule; ignored for a daily one.
                 * @enum {string}
                 */
                weekday?: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                timezone?: string;
            };
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly nextRunAt?: unknown;
            /** @description Ignored on write. */
            readonly lastScheduledRunId?: unknown;
            /** @description Ignored on write. */
            readonly system?: unknown;
            /** @description Ignored on write. */
            readonly playbookId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        TestSuiteOutcome: {
            runId: string;
            suiteId: string;
            /** Format: date-time */
            at: string;
            passed: number;
            failed: number;
            errored: number;
            /** @description By case id, when reading one suite. A case fails when one of its samples fails. */
            verdicts?: {
                [key: string]: "passed" | "failed" | "errored";
            };
        };
        TestCase: {
            id: string;
            suiteId: string;
            key?: string;
            title: string;
            brief?: {
                scenario: string;
                expected: string;
            };
            notes?: string;
            tags?: string[];
            samples?: number;
            origin?: {
                /** @enum {string} */
                kind: "conversation" | "playbookExample" | "generated";
                conversationId?: string;
                userId?: string;
                recordedAt?: string;
                turnId?: string;
                playbookId?: string;
                exampleIndex?: number;
                generatedFrom?: string;
                generatedAt?: string;
            };
            scenario?: components["schemas"]["TestScenario"];
            turns: components["schemas"]["TestCaseTurn"][];
            expect?: {
                checks?: components["schemas"]["TestChecks"];
                judge?: {
                    /** @default [] */
                    criteria: {
                        id: string;
                        text: string;
                    }[];
                };
            };
            /** @description With the agent's current configuration. */
            lint: components["schemas"]["TestFinding"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        TestCaseTurn: string | {
            text: string;
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            chip: string;
            /** @description Typed when there is nothing to tap. */
            fallback?: string;
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            slot: number;
            /** @description Typed when there is nothing to tap. */
            fallback?: string;
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            confirm: boolean;
            /** @description Typed when there is nothing to tap. */
            fallback?: string;
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            /** @enum {string} */
            system: "optOut" | "optIn" | "subscribed" | "unsubscribed";
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            /** @enum {string} */
            action: "calendar" | "dial" | "url" | "viewLocation";
            label?: string;
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            /** @enum {string} */
            media: "image" | "video";
            url: string;
            text?: string;
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            simulate: {
                goal: string;
                persona?: string;
                knows?: string[];
                until?: string;
                maxTurns?: number;
            };
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        } | {
            /** @description Moves the person's clock forward. What is due by then happens. */
            wait: {
                minutes: number;
            };
            /** @description Checks of the reply to this turn. */
            expect?: components["schemas"]["TurnCheck"][];
        };
        TurnCheck: {
            finalReplyNonEmpty?: boolean;
            pickerShown?: boolean;
            appointmentCreated?: boolean;
            activeAppointments?: number;
            outcomes?: string[];
            activePlaybookAtEnd?: string;
            personFields?: {
                [key: string]: string | number | boolean;
            };
            chipsOnAnyTurn?: string[];
            chipsOnLastMessage?: boolean;
            textIncludes?: string[];
            textExcludes?: string[];
            textMatches?: string[];
            toolsCalled?: {
                [key: string]: number;
            };
            toolsNotCalled?: string[];
            noWarnings?: boolean;
            maxModelCallsPerTurn?: number;
            maxTurnsToOutcome?: number;
            replyCount?: {
                min?: number;
                max?: number;
            };
            noReplyTo?: ("optOut" | "optIn" | "subscribed" | "unsubscribed")[];
            partsOnLastTurn?: ("text" | "card" | "carousel" | "showcase" | "ask.time" | "ask.choice" | "confirm" | "media" | "chips")[];
            "tool.called"?: {
                name: string;
                /** @description Arguments that the call must have; others may be there too. */
                with?: {
                    [key: string]: unknown;
                };
                /** @description Position among the calls of the turn, starting with 1. */
                order?: number;
            };
            "latency.under"?: {
                milliseconds: number;
            };
            "cost.under"?: {
                amount: number;
                currency: string;
            };
        };
        TestChecks: {
            finalReplyNonEmpty?: boolean;
            pickerShown?: boolean;
            appointmentCreated?: boolean;
            activeAppointments?: number;
            outcomes?: string[];
            activePlaybookAtEnd?: string;
            personFields?: {
                [key: string]: string | number | boolean;
            };
            chipsOnAnyTurn?: string[];
            chipsOnLastMessage?: boolean;
            textIncludes?: string[];
            textExcludes?: string[];
            textMatches?: string[];
            toolsCalled?: {
                [key: string]: number;
            };
            toolsNotCalled?: string[];
            noWarnings?: boolean;
            maxModelCallsPerTurn?: number;
            maxTurnsToOutcome?: number;
            replyCount?: {
                min?: number;
                max?: number;
            };
            noReplyTo?: ("optOut" | "optIn" | "subscribed" | "unsubscribed")[];
            partsOnLastTurn?: ("text" | "card" | "carousel" | "showcase" | "ask.time" | "ask.choice" | "confirm" | "media" | "chips")[];
        };
        /** @description Its path is a JSON pointer into the document. */
        TestFinding: {
            /** @enum {string} */
            severity: "error" | "warning" | "advice" | "info";
            code: string;
            path: string;
            message: string;
        };
        TestHistoryEntry: {
            id: string;
            runId: string;
            sample: number;
            /** @enum {string} */
            state: "pending" | "claimed" | "running" | "passed" | "failed" | "errored" | "skipped" | "cancelled";
            /** Format: date-time */
            finishedAt: string;
            usage?: {
                [key: string]: unknown;
            };
            error?: {
                stage: string;
                message: string;
            };
        };
        TestCaseBody: components["schemas"]["TestCaseDocument"];
        TestCaseCopy: {
            suiteId: string;
        };
        TestCaseGenerate: {
            /** @constant */
            source: "faqs";
            /** @description Default: every enabled Fact. */
            faqIds?: string[];
            /** @default 2 */
            wordingsPerFaq?: number;
        } | {
            /** @constant */
            source?: "description";
            description: string;
            count: number;
            tags?: string[];
        } | {
            /** @constant */
            source: "coverage";
        } | {
            /** @constant */
            source: "attacks";
            packs: ("injection" | "leak" | "scope" | "abuse" | "format")[];
        };
        TestCasesGenerated: {
            cases: components["schemas"]["TestCase"][];
            dropped: {
                title?: string;
                findings: components["schemas"]["TestFinding"][];
            }[];
            usage: {
                model: string;
                calls: number;
                inputTokens: number;
                outputTokens: number;
                cacheReadTokens: number;
                /** @description Absent if the model has no price. Authoring does not count towards the budget of the agent. */
                cost?: {
                    amount: number;
                    currency: string;
                };
            };
        };
        TestCasePreview: {
            brief: {
                person?: {
                    [key: string]: unknown;
                };
                formData?: {
                    [key: string]: string | number | boolean;
                };
                currentDate: string;
                /** @enum {string} */
                channel: "rcs" | "sms" | "messengerA" | "vendorMessages";
            };
            resolved: {
                likelyTimezone?: string;
                productInterest?: {
                    raw: string;
                    mapped?: string;
                    display?: string;
                };
                representative?: {
                    id: string;
                    name: string;
                    title?: string;
                };
                startingPlaybook?: string;
                /** @description What the agent says first, on its own. */
                greeting?: string;
                /** @description The case ends with the greeting: the person says nothing after it. */
                greetingOnly?: boolean;
            };
            /** @description With the agent's current configuration. */
            lint: components["schemas"]["TestFinding"][];
        };
        TestCaseCompile: {
            brief: {
                scenario: string;
                expected: string;
            };
            current?: components["schemas"]["TestCaseBody"];
            /** @description The suite's channel; ignored if there is a current case. */
            caseId?: string;
        };
        TestCaseCompiled: {
            document: components["schemas"]["TestCaseDocument"];
            /** @description With the agent's current configuration. */
            lint: components["schemas"]["TestFinding"][];
            usage: {
                model: string;
                calls: number;
                inputTokens: number;
                outputTokens: number;
                cacheReadTokens: number;
                /** @description Absent if the model has no price. Authoring does not count towards the budget of the agent. */
                cost?: {
                    amount: number;
                    currency: string;
                };
            };
            /** @description What the document does not cover, or what is still wrong with it. */
            caveat?: string;
        };
        TestCaseDocument: {
            key?: string;
            title: string;
            brief?: {
                scenario: string;
                expected: string;
            };
            notes?: string;
            tags?: string[];
            samples?: number;
            origin?: {
                /** @enum {string} */
                kind: "conversation" | "playbookExample" | "generated";
                conversationId?: string;
                userId?: string;
                recordedAt?: string;
                turnId?: string;
                playbookId?: string;
                exampleIndex?: number;
                generatedFrom?: string;
                generatedAt?: string;
            };
            scenario?: components["schemas"]["TestScenario"];
            turns: components["schemas"]["TestCaseTurn"][];
            expect?: {
                checks?: components["schemas"]["TestChecks"];
                judge?: {
                    /** @default [] */
                    criteria: {
                        id: string;
                        text: string;
                    }[];
                };
            };
        };
        TestCaseRecord: {
            /** @description The id of a session. */
            conversationId?: string;
            /** @description An identity; default session: its newest one. */
            userId?: string;
            /** @description The last turn to record. */
            turnId?: string;
            /** @description Default: the suite “Recorded from conversations”, created on first use. */
            suiteId?: string;
            title?: string;
            expectation?: string;
        };
        TestCaseRecorded: {
            id: string;
            suiteId: string;
            key?: string;
            title: string;
            brief?: {
                scenario: string;
                expected: string;
            };
            notes?: string;
            tags?: string[];
            samples?: number;
            origin?: {
                /** @enum {string} */
                kind: "conversation" | "playbookExample" | "generated";
                conversationId?: string;
                userId?: string;
                recordedAt?: string;
                turnId?: string;
                playbookId?: string;
                exampleIndex?: number;
                generatedFrom?: string;
                generatedAt?: string;
            };
            scenario?: components["schemas"]["TestScenario"];
            turns: components["schemas"]["TestCaseTurn"][];
            expect?: {
                checks?: components["schemas"]["TestChecks"];
                judge?: {
                    /** @default [] */
                    criteria: {
                        id: string;
                        text: string;
                    }[];
                };
            };
            /** @description With the agent's current configuration. */
            lint: components["schemas"]["TestFinding"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            suite: components["schemas"]["TestSuite"];
        };
        /**
         * @description A case runs if it matches every given list; without lists, every case of the agent runs.
         * @default {}
         */
        TestRunBody: {
            suiteIds?: string[];
            caseIds?: string[];
            tags?: string[];
            /** @description The draft to play instead of live. */
            draftId?: string;
            samplesOverride?: number;
        };
        TestRun: {
            id: string;
            agentApplicationId: string;
            selection: {
                suiteIds?: string[];
                caseIds?: string[];
                tags?: string[];
            };
            /** @enum {string} */
            status: "queued" | "running" | "paused" | "completed" | "cancelled" | "failed";
            /** @enum {string} */
            pauseReason?: "operator" | "quota";
            requestedBy: {
                userId?: string;
                /** @enum {string} */
                via: "console" | "api" | "mcp" | "copilot" | "schedule";
            };
            /** @description The draft that the run plays instead of live. */
            draftId?: string;
            /** @description The configuration the run was made with, including everything that can change. */
            attribution: {
                /** Format: date-time */
                definitionUpdatedAt?: string;
                definitionHash: string;
                templateId?: string;
                templateVersion?: string;
                runtimeBuild: string;
                llm: {
                    provider: string;
                    model: string;
                };
                judge: {
                    model: string;
                    promptVersion: string;
                };
            };
            /** @description Results: a case counts once per sample. Canceled ones count only in the total. */
            counts: {
                total: number;
                passed: number;
                failed: number;
                errored: number;
                skipped: number;
            };
            estimate: {
                units: number;
                tokens: number;
            };
            usage: {
                units: number;
                inputTokens: number;
                outputTokens: number;
                cacheReadTokens: number;
                judgeTokens: number;
                simulatorTokens: number;
                /** @description What the models of the agent and the judge cost, for each currency; absent if none has a price. Tests do not count towards the budget of the agent. */
                costs?: {
                    amount: number;
                    currency: string;
                }[];
            };
            /** @description For a completed run: case ids, compared with the run pinned last, or else the previous one. */
            diff?: {
                against: string;
                newlyFailing: string[];
                newlyPassing: string[];
                stillFailing: string[];
            };
            /** @constant */
            pinned?: true;
            pending?: number;
            inFlight?: {
                resultId: string;
                caseId: string;
                title: string;
                sample: number;
            }[];
            failReason?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            pausedAt?: string;
            /** Format: date-time */
            completedAt?: string;
            /** Format: date-time */
            cancelledAt?: string;
        };
        TestCoverage: {
            playbooks: {
                id: string;
                steps: {
                    path: string;
                    times: number;
                }[];
                covered: number;
                of: number;
            }[];
            facts: {
                items: {
                    id: string;
                    times: number;
                }[];
                covered: number;
                of: number;
            };
            tools: {
                items: {
                    id: string;
                    times: number;
                }[];
                covered: number;
                of: number;
            };
            goals: {
                items: {
                    id: string;
                    times: number;
                }[];
                covered: number;
                of: number;
            };
            rules: {
                items: {
                    id: string;
                    times: number;
                }[];
                covered: number;
                of: number;
            };
        };
        TestResultPage: {
            data: components["schemas"]["TestResult"][];
            hasMore: boolean;
        };
        TestResult: {
            id: string;
            runId: string;
            suiteId: string;
            caseId: string;
            caseKey?: string;
            caseTitle: string;
            sample: number;
            /** @description The case as it was when the run started. */
            caseSnapshot: components["schemas"]["TestCaseDocument"];
            /** @enum {string} */
            state: "pending" | "claimed" | "running" | "passed" | "failed" | "errored" | "skipped" | "cancelled";
            /** @description The sandbox identity it was played with. */
            userId?: string;
            transcript?: {
                /** @enum {string} */
                role: "user" | "agent" | "system";
                text: string;
                rendered?: unknown;
                turnIndex?: number;
                directive?: unknown;
                /** @enum {string} */
                via?: "tap" | "text" | "simulated" | "system";
            }[];
            checks?: {
                key: string;
                pass: boolean;
                detail: string;
            }[];
            judge?: {
                criteria: {
                    id: string;
                    pass: boolean;
                    reason: string;
                    evidence: string;
                }[];
                summary: string;
                worstTurn: number;
                model: string;
                promptVersion: string;
            };
            /** @description Recorded instead of carried out. */
            effects?: {
                kind: string;
                summary: string;
                payload?: unknown;
                /** @description The tool of the catalog that would have been called. */
                toolId?: string;
                /** @description The integration that would have been called. */
                integrationId?: string;
                /** @description The tool of the integration. */
                tool?: string;
                /** @description Its parameters. */
                given?: unknown;
                /** Format: date-time */
                at: string;
                turnIndex?: number;
            }[];
            /** @description Why there is no verdict. */
            error?: {
                /** @enum {string} */
                stage: "scenario" | "turn" | "simulate" | "checks" | "judge" | "budget";
                message: string;
            };
            usage?: {
                units: number;
                agent: {
                    inputTokens: number;
                    outputTokens: number;
                    cacheReadTokens: number;
                    weighted: number;
                };
                simulator?: {
                    inputTokens: number;
                    outputTokens: number;
                    cacheReadTokens: number;
                    weighted: number;
                };
                judge?: {
                    inputTokens: number;
                    outputTokens: number;
                    cacheReadTokens: number;
                    weighted: number;
                };
                /** @description What the models of the agent and the judge cost, for each currency; absent if none has a price. Tests do not count towards the budget of the agent. */
                costs?: {
                    amount: number;
                    currency: string;
                }[];
            };
            turnIds?: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        Replay: {
            id: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed" | "cancelled";
            /** @description The draft that answers. */
            draftId?: string;
            /** @description The version that answers. */
            version?: number;
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            limit: number;
            /** @enum {string} */
            channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @description Sessions that are said again. */
            conversations: number;
            /** @description Turns that were compared so far. */
            turns: number;
            same: number;
            changed: number;
            /** @description Conversations, as `same` and `changed`. */
            errors: number;
            /** @description What the models cost; absent if none of them has a price, or prices differ in currency. */
            cost?: {
                amount: number;
                currency: string;
            };
            failReason?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        ReplayBody: {
            /** @description The draft that answers; default: live. */
            draftId?: string;
            /** @description The version that answers, instead of a draft. */
            version?: number;
            /**
             * Format: date-time
             * @description Sessions that began from then on.
             */
            start: string;
            /**
             * Format: date-time
             * @description Exclusive.
             */
            end: string;
            /**
             * @description At most so many sessions, the newest ones.
             * @default 100
             */
            limit?: number;
            /** @enum {string} */
            channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
        };
        ReplayedConversation: {
            sessionId: string;
            /** @enum {string} */
            verdict: "same" | "changed" | "error";
            turns: components["schemas"]["ReplayedTurn"][];
        };
        ReplayedTurn: {
            said: string;
            before: {
                text: string;
                playbookId?: string;
                /** @description The tools that were called, in order. */
                tools: string[];
            };
            after: {
                text: string;
                playbookId?: string;
                /** @description The tools that were called, in order. */
                tools: string[];
            };
            /** @enum {string} */
            verdict: "same" | "changed" | "error";
            /** @description What differs, if the verdict is `changed`. */
            why: ("text" | "playbook" | "tools" | "outcome")[];
            /** @description Why the turn could not be played. */
            error?: string;
        };
        MakeCaseBody: {
            suiteId: string;
            title?: string;
        };
        SimulationBody: {
            profiles?: components["schemas"]["SimulationProfile"][];
            /**
             * @description Instead of profiles: made from the goals, playbooks and Facts of the agent.
             * @constant
             */
            suite?: "default";
            /** @description Conversations; the profiles take turns. */
            count: number;
            /** @default 20 */
            maxTurns?: number;
            /** @description The draft that answers instead of live. */
            draftId?: string;
            /** @description The same seed plays the same people. */
            seed?: number;
        };
        SimulationProfile: {
            id: string;
            /** @description What the person wants, in words; reached when the goal of the agent with this id or name is. */
            goal: string;
            /** @description Answers to questions, by the names of slots. */
            facts?: {
                [key: string]: string | number | boolean;
            };
            /**
             * @description How the person writes. Default: plain.
             * @enum {string}
             */
            manner?: "plain" | "terse" | "chatty" | "confused" | "angry" | "typos" | "language";
        };
        Simulation: {
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "cancelled";
            profiles: components["schemas"]["SimulationProfile"][];
            suite?: string;
            count: number;
            maxTurns: number;
            seed: number;
            draftId?: string;
            /** @description Conversations that have ended. */
            done: number;
            /** @description The share of ended conversations that reached the goal. */
            goalRate: number;
            /** @description Conversations that ended without the goal, and without a person. */
            contained: number;
            ruleHits: number;
            errors: number;
            medianTurns: number;
            cost?: {
                amount: number;
                currency: string;
            };
            outcomes: {
                goal: number;
                contained: number;
                handedOver: number;
                maxTurns: number;
                error: number;
            };
            failures: {
                cause: string;
                count: number;
                conversationId: string;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            endedAt?: string;
        };
        SimulatedConversation: {
            id: string;
            /** @description The position in the simulation, from 1. */
            n: number;
            profileId: string;
            /** @enum {string} */
            outcome: "goal" | "contained" | "handedOver" | "maxTurns" | "error";
            /** @description Why the goal was not reached. */
            reason?: string;
            /** @description How often the person wrote. */
            turns: number;
            transcript: {
                /** @enum {string} */
                role: "user" | "agent";
                text: string;
            }[];
            /** Format: date-time */
            endedAt: string;
        };
        SimulationMakeCaseBody: {
            suiteId: string;
        };
        TestQuota: {
            limits: {
                dailyUnits: number;
                maxUnitsPerRun: number;
                maxCasesPerRun: number;
                perCaseUnitCeiling: number;
            };
            org: {
                used: number;
                limit: number;
                remaining: number;
            };
            agent: {
                used: number;
                limit: number;
                remaining: number;
            };
            /** Format: date-time */
            resetsAt: string;
        };
        TurnList: {
            data: components["schemas"]["TurnRecord"][];
            nextPageToken?: string;
        };
        TurnRecord: {
            id: string;
            userId: string;
            sessionId: string;
            eventId?: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /**
             * @description Whether it is part of a rehearsal.
             * @constant
             */
            test?: true;
            /** Format: date-time */
            at: string;
            /** @description The version of the configuration that answered. */
            version?: number;
            /** @description The draft that answered instead of a version. */
            draftId?: string;
            input?: {
                type: string;
                text: string;
                result?: unknown;
            };
            playbookId?: string;
            nextPlaybookId?: string;
            outreachId?: string;
            goalId?: string;
            flow?: {
                playbookId: string;
                /** @description Absent once the flow has ended. */
                step?: number;
                slots: {
                    [key: string]: unknown;
                };
                trace: string[];
                /** @description The steps that ran, and how often. */
                steps?: {
                    playbookId: string;
                    step: number;
                    times: number;
                }[];
            };
            sections: {
                name: string;
                text: string;
            }[];
            knowledge: {
                kind: string;
                id: string;
                title: string;
                score: number;
            }[];
            modelCalls: {
                purpose: string;
                /** @description The model of the org; `default` is the one in MODEL. */
                modelId: string;
                provider: string;
                model: string;
                inputTokens: number;
                outputTokens: number;
                cacheReadTokens: number;
                milliseconds: number;
                tries: number;
                cost?: {
                    amount: number;
                    currency: string;
                };
                ok: boolean;
                error?: string;
            }[];
            toolCalls: {
                name: string;
                given: unknown;
                ok: boolean;
                called: boolean;
                result: unknown;
                milliseconds: number;
            }[];
            ruleHits: {
                ruleId: string;
                /** @enum {string} */
                action: "retry" | "block";
                text: string;
            }[];
            outcomes: string[];
            goalsReached: string[];
            /**
             * @description The person opted out; the platform sends the confirmation.
             * @constant
             */
            optedOut?: true;
            warnings: string[];
            messages: {
                messageId: string;
                accepted: boolean;
                text: string;
                message: unknown;
            }[];
            /** @description Recorded instead of carried out, in a rehearsal. */
            effects: {
                kind: string;
                summary: string;
                payload?: unknown;
                /** @description The tool of the catalog that would have been called. */
                toolId?: string;
                /** @description The integration that would have been called. */
                integrationId?: string;
                /** @description The tool of the integration. */
                tool?: string;
                /** @description Its parameters. */
                given?: unknown;
                /** Format: date-time */
                at: string;
            }[];
            milliseconds: number;
        };
        AgentMessageEntry: {
            /** Format: date-time */
            timestamp: string;
            agentId: string;
            userId: string;
            sessionId: string;
            /** @enum {string} */
            origin: "user" | "agent";
            /** @enum {string} */
            type: "content" | "status" | "action";
            /** @description For content, the kind of its first part or `result`; for an action, what was tapped; for a status, the state or the system event. */
            subtype?: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** @description The text a person reads. */
            text?: string;
            /** @description For something a person did, the id of the event; for a status, the id of its message. */
            messageId: string;
            channelMessageId?: string;
            channelConversationId?: string;
            /** @description Why a message from the agent did not arrive. */
            error?: string;
            raw: unknown;
            /** @description For content from the agent: what the channel shows, bubble by bubble. */
            bubbles?: components["schemas"]["RenderedBubble"][];
            /** @description For content from the agent: the member of the desk who wrote it; absent if the agent did. */
            author?: {
                userId: string;
                name: string;
            };
            /**
             * @description Part of a rehearsal: no real person received it.
             * @constant
             */
            test?: true;
            /**
             * @description The channel that the emulator rendered; display this one.
             * @enum {string}
             */
            emulatedChannel?: "rcs" | "sms" | "vendorMessages" | "messengerA";
        };
        RenderedBubble: {
            /** @description The text as a person reads it. */
            text: string;
            view: components["schemas"]["BubbleView"];
            /** @description On sms: how the text is charged. */
            sms?: {
                /** @enum {string} */
                encoding: "GSM-7" | "UCS-2";
                segments: number;
                units: number;
            };
        };
        AgentConversationSummary: {
            sessionId: string;
            userId: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** Format: date-time */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the last message or tap occurred; for an open conversation, the latest so far.
             */
            endedAt: string;
            messageCount: number;
            /** @description The version of the configuration that it began with. */
            version?: number;
            /** @description The draft that it began with, instead of a version. */
            draftId?: string;
            firstMessagePreview?: string;
            lastMessagePreview?: string;
            /**
             * @description Part of a rehearsal: no real person received it.
             * @constant
             */
            test?: true;
            /**
             * @description The channel that the emulator rendered; display this one.
             * @enum {string}
             */
            emulatedChannel?: "rcs" | "sms" | "vendorMessages" | "messengerA";
        };
        AgentUserSummary: {
            userId: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            /** Format: date-time */
            lastSeenAt: string;
            messageCount: number;
            /**
             * @description Part of a rehearsal: no real person received it.
             * @constant
             */
            test?: true;
            /**
             * @description The channel that the emulator rendered; display this one.
             * @enum {string}
             */
            emulatedChannel?: "rcs" | "sms" | "vendorMessages" | "messengerA";
        };
        AgentLogEntry: {
            /** Format: date-time */
            timestamp: string;
            agentId: string;
            /** @enum {string} */
            level: "debug" | "info" | "warn" | "error";
            /** @description A catalog log-event. */
            event: string;
            /**
             * @description What replies for the agent.
             * @enum {string}
             */
            framework?: "webhook" | "runtime";
            userId?: string;
            sessionId?: string;
            /** @enum {string} */
            channel?: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
            data?: {
                [key: string]: unknown;
            };
            error?: {
                message: string;
                stack?: string;
            };
            raw: unknown;
        };
        Usage: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            /** @enum {string} */
            interval: "hour" | "day";
            /** @description The time zone that defines days. */
            timeZone: string;
            /** @description Every interval, in order. */
            data: components["schemas"]["UsagePoint"][];
            /** @description Why messages failed, most frequent first. */
            failures: {
                reason: string;
                count: number;
            }[];
            goals: {
                goalId: string;
                count: number;
            }[];
            sendStates: {
                state: string;
                count: number;
            }[];
            totals: components["schemas"]["UsageTotals"];
        };
        UsagePoint: {
            /**
             * Format: date-time
             * @description When the interval starts.
             */
            at: string;
            /** @description Messages from people. */
            messagesIn: number;
            /** @description Messages from the agent, including failed ones. */
            messagesOut: number;
            delivered: number;
            read: number;
            /** @description Messages that did not arrive, by the time this was known. */
            failed: number;
            /** @description By start time. */
            conversations: number;
            goalsReached: number;
            turns: number;
            /** @description Not counting tokens read from a cache. */
            inputTokens: number;
            outputTokens: number;
            cacheReadTokens: number;
            modelMilliseconds: number;
            /** @description Outreach to one person each, by the time of acceptance. */
            sends: number;
            /** @description By the time they were requested. */
            testRuns: number;
            testUnits: number;
            /** @description How many people wrote; by day only if days use the org's time zone. Not the sum of other intervals. */
            peopleWriting?: number;
        };
        UsageTotals: {
            /** @description Messages from people. */
            messagesIn: number;
            /** @description Messages from the agent, including failed ones. */
            messagesOut: number;
            delivered: number;
            read: number;
            /** @description Messages that did not arrive, by the time this was known. */
            failed: number;
            /** @description By start time. */
            conversations: number;
            goalsReached: number;
            turns: number;
            /** @description Not counting tokens read from a cache. */
            inputTokens: number;
            outputTokens: number;
            cacheReadTokens: number;
            modelMilliseconds: number;
            /** @description Outreach to one person each, by the time of acceptance. */
            sends: number;
            /** @description By the time they were requested. */
            testRuns: number;
            testUnits: number;
        };
        GoalsReached: {
            /** Format: date-time */
            since: string;
            /** @description Largest first. */
            goals: {
                goalId: string;
                count: number;
            }[];
        };
        VersionUsage: {
            version?: number;
            /** @description The draft that answered instead of a version. */
            draftId?: string;
            sessions: number;
            goalsReached: number;
            /** @description Questions that a model answered without a Fact, source, flow or tool. */
            unanswered: number;
            /** @description Turns that failed, or in which a model call failed. */
            errors: number;
            /** @description Absent if no model has a price, or prices differ in currency. */
            cost?: {
                amount: number;
                currency: string;
            };
        };
        OrgUsage: {
            /** Format: date-time */
            start: string;
            /** Format: date-time */
            end: string;
            /** @enum {string} */
            interval: "hour" | "day";
            /** @description The time zone that defines days. */
            timeZone: string;
            /** @description Every interval, in order. */
            data: components["schemas"]["UsagePoint"][];
            /** @description Why messages failed, most frequent first. */
            failures: {
                reason: string;
                count: number;
            }[];
            goals: {
                goalId: string;
                count: number;
            }[];
            sendStates: {
                state: string;
                count: number;
            }[];
            totals: components["schemas"]["UsageTotals"];
            agents: {
                agentId: string;
                name: string;
                totals: components["schemas"]["UsageTotals"];
                /** @description Inbound and outbound together, for each interval. */
                messages: number[];
            }[];
        };
        AgentsOverview: {
            data: components["schemas"]["AgentOverview"][];
        };
        AgentOverview: {
            agentId: string;
            name: string;
            channels: {
                /** @enum {string} */
                channel: "rcs" | "sms" | "webchat" | "messengerA" | "messengerB" | "socialC" | "vendorMessages" | "workchatD" | "aiChatE";
                status: string;
                /**
                 * @description Who carries its messages: a provider, the web chat, or the handset lab, which reaches no real phone.
                 * @enum {string}
                 */
                carrier: "provider" | "webchat" | "lab";
            }[];
            /**
             * Format: date-time
             * @description In both directions; rehearsals do not count.
             */
            lastMessageAt?: string;
            lastTestRun?: {
                id: string;
                status: string;
                passed: number;
                /** @description Includes those that errored. */
                failed: number;
                /** Format: date-time */
                finishedAt?: string;
            };
        };
        Attention: {
            data: components["schemas"]["AttentionEntry"][];
        };
        AttentionEntry: {
            /** @description Absent if it concerns the whole org. */
            agentId?: string;
            /** @enum {string} */
            kind: "channel.failed" | "channel.action-required" | "connection.broken" | "tool.broken" | "webhook.deactivated" | "webhook.failing" | "campaign.failed" | "campaign.held-up" | "source.failed" | "tests.failed" | "lint.errors" | "sends.failing" | "budget.reached" | "template.updates";
            /** @enum {string} */
            severity: "error" | "warning" | "info";
            /** @description A sentence for the agent's operator. */
            text: string;
            count?: number;
            /**
             * Format: date-time
             * @description When it began, if known.
             */
            at?: string;
            /** @description What it concerns. */
            target: {
                /** @enum {string} */
                kind: "channel" | "connection" | "tool" | "webhook" | "campaign" | "source" | "testRun" | "lint" | "sends" | "template-update" | "model";
                id?: string;
            };
        };
        Webhook: {
            id: string;
            url: string;
            /** @description Names from the webhook-events catalog; an empty list means none. */
            events: string[];
            active: boolean;
            description?: string;
            signingSecretPrefix: string;
            /** Format: date-time */
            lastDeliveryAt?: string;
            /** @enum {string} */
            lastDeliveryStatus?: "success" | "failure";
            /**
             * Format: date-time
             * @description Since when no delivery has succeeded.
             */
            failingSince?: string;
            /** @description Why Parley deactivated it; cleared when it is activated again. */
            deactivation?: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                reason: "failing" | "gone";
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        WebhookCreate: {
            /** Format: uri */
            url: string;
            events?: ("agent.created" | "agent.updated" | "agent.published" | "agent.restored" | "replay.completed" | "agent.deleted" | "channel.status_changed" | "person.created" | "person.updated" | "person.deleted" | "person.consent_changed" | "appointment.booked" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.updated" | "outreach.send.updated" | "campaign.status_changed" | "test.run.completed" | "goal.reached" | "link.tapped" | "conversation.started" | "conversation.ended" | "desk.waiting" | "desk.taken" | "desk.returned" | "desk.closed" | "connection.status_changed" | "budget.threshold_reached" | "api_key.created" | "api_key.revoked" | "webhook.deactivated" | "webhook.test")[];
            description?: string;
            /** @default true */
            active?: boolean;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly signingSecretPrefix?: unknown;
            /** @description Ignored on write. */
            readonly lastDeliveryAt?: unknown;
            /** @description Ignored on write. */
            readonly lastDeliveryStatus?: unknown;
            /** @description Ignored on write. */
            readonly failingSince?: unknown;
            /** @description Ignored on write. */
            readonly deactivation?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        NewWebhook: {
            id: string;
            url: string;
            /** @description Names from the webhook-events catalog; an empty list means none. */
            events: string[];
            active: boolean;
            description?: string;
            signingSecretPrefix: string;
            /** Format: date-time */
            lastDeliveryAt?: string;
            /** @enum {string} */
            lastDeliveryStatus?: "success" | "failure";
            /**
             * Format: date-time
             * @description Since when no delivery has succeeded.
             */
            failingSince?: string;
            /** @description Why Parley deactivated it; cleared when it is activated again. */
            deactivation?: {
                /** Format: date-time */
                at: string;
                /** @enum {string} */
                reason: "failing" | "gone";
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Shown only here, once. */
            signingSecret: string;
        };
        WebhookPatch: {
            /** Format: uri */
            url?: string;
            events?: ("agent.created" | "agent.updated" | "agent.published" | "agent.restored" | "replay.completed" | "agent.deleted" | "channel.status_changed" | "person.created" | "person.updated" | "person.deleted" | "person.consent_changed" | "appointment.booked" | "appointment.rescheduled" | "appointment.cancelled" | "appointment.updated" | "outreach.send.updated" | "campaign.status_changed" | "test.run.completed" | "goal.reached" | "link.tapped" | "conversation.started" | "conversation.ended" | "desk.waiting" | "desk.taken" | "desk.returned" | "desk.closed" | "connection.status_changed" | "budget.threshold_reached" | "api_key.created" | "api_key.revoked" | "webhook.deactivated" | "webhook.test")[];
            description?: string | null;
            active?: boolean;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly orgId?: unknown;
            /** @description Ignored on write. */
            readonly signingSecretPrefix?: unknown;
            /** @description Ignored on write. */
            readonly lastDeliveryAt?: unknown;
            /** @description Ignored on write. */
            readonly lastDeliveryStatus?: unknown;
            /** @description Ignored on write. */
            readonly failingSince?: unknown;
            /** @description Ignored on write. */
            readonly deactivation?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        OrgEvent: {
            /** @description The event id, the same in every attempt: `webhook-id`. */
            id: string;
            type: string;
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            data: {
                [key: string]: unknown;
            };
        };
        WebhookDelivery: {
            /** @description The event id, the same in every attempt: `webhook-id`. */
            id: string;
            webhookId: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts still in the log. */
            attemptCount: number;
            /** Format: date-time */
            lastAttemptAt?: string;
            /**
             * Format: date-time
             * @description While it is pending; absent during an attempt, and while the webhook is not active.
             */
            nextAttemptAt?: string;
            lastError?: string;
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDeliveryDetail: {
            /** @description The event id, the same in every attempt: `webhook-id`. */
            id: string;
            webhookId: string;
            type: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts still in the log. */
            attemptCount: number;
            /** Format: date-time */
            lastAttemptAt?: string;
            /**
             * Format: date-time
             * @description While it is pending; absent during an attempt, and while the webhook is not active.
             */
            nextAttemptAt?: string;
            lastError?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description The body as it is sent. */
            payload: {
                [key: string]: unknown;
            };
            attempts: {
                /** Format: date-time */
                at: string;
                /** @description The status the endpoint returned. */
                status?: number;
                /** @description Why the attempt failed. */
                error?: string;
                milliseconds: number;
                /** @description The first 2 KB of the response. */
                response?: string;
            }[];
        };
        WebhookRecover: {
            /** Format: date-time */
            since: string;
        };
        WebhookRecovered: {
            /** @description Deliveries queued again. */
            count: number;
        };
        EmulatorLink: {
            id: string;
            label?: string;
            /** @description The draft that answers instead of live. */
            draftId?: string;
            url: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            createdAt: string;
        };
        EmulatorLinkCreate: {
            label?: string;
            /** @description The draft that answers. */
            draftId?: string;
        };
        NewEmulatorLink: {
            id: string;
            label?: string;
            /** @description The draft that answers instead of live. */
            draftId?: string;
            url: string;
            /** Format: date-time */
            expiresAt?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Shown only here, once. */
            token: string;
        };
        EmulatorSitting: {
            token: string;
            /** Format: date-time */
            expiresAt: string;
        };
        EmulatorSession: {
            org: {
                id: string;
                name: string;
            };
            agent: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            expiresAt?: string;
        };
        Persona: {
            id: string;
            name: string;
            /** @enum {string} */
            channel: "rcs" | "sms" | "messengerA" | "vendorMessages";
            /** @description In the format of a preset; empty parts are omitted. */
            fields: {
                [key: string]: unknown;
            };
            consent: {
                /** @enum {string} */
                status: "granted" | "denied" | "unknown";
            };
            historySeed: {
                /** @enum {string} */
                role: "user" | "assistant";
                content: string;
            }[];
            /** @description The identity it plays with; a reset assigns a new one. */
            userId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        PersonaCreate: {
            name: string;
            /**
             * @default rcs
             * @enum {string}
             */
            channel?: "rcs" | "sms" | "messengerA" | "vendorMessages";
            fields?: components["schemas"]["PresetFields"];
            consent?: components["schemas"]["PresetConsent"];
            /** @description Earlier messages, oldest first. */
            historySeed?: components["schemas"]["PresetLine"][];
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly userId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        PersonaPatch: {
            name?: string;
            /** @enum {string} */
            channel?: "rcs" | "sms" | "messengerA" | "vendorMessages";
            fields?: components["schemas"]["PresetFields"] | null;
            consent?: components["schemas"]["PresetConsent"] | null;
            historySeed?: components["schemas"]["PresetLine"][] | null;
            /** @description Ignored on write. */
            readonly id?: unknown;
            /** @description Ignored on write. */
            readonly userId?: unknown;
            /** @description Ignored on write. */
            readonly createdAt?: unknown;
            /** @description Ignored on write. */
            readonly updatedAt?: unknown;
        };
        PersonaTurns: {
            data: components["schemas"]["PastPersonaTurn"][];
        };
        PastPersonaTurn: {
            turnId: string;
            messages: components["schemas"]["PersonaMessage"][];
            /** @description Recorded instead of carried out. */
            effects: components["schemas"]["PersonaEffect"][];
            /** @description The state after the turn. Absent if the agent's own webhook replies. */
            playbookId?: string;
            warnings: string[];
            /** Format: date-time */
            at: string;
            /** @description Absent if the agent started the turn. */
            input?: {
                type: string;
                text: string;
                result?: unknown;
            };
            inspection?: components["schemas"]["TurnInspection"];
        };
        PersonaMessage: {
            messageId: string;
            /** @description The message as AMF. */
            message: {
                [key: string]: unknown;
            };
            /** @description What the persona's channel shows, bubble by bubble. */
            rendered: components["schemas"]["RenderedMessage"][];
            text: string;
        };
        PersonaEffect: {
            kind: string;
            summary: string;
            payload?: unknown;
            /** @description The tool of the catalog that would have been called. */
            toolId?: string;
            /** @description The integration that would have been called. */
            integrationId?: string;
            /** @description The tool of the integration. */
            tool?: string;
            /** @description Its parameters. */
            given?: unknown;
            /** Format: date-time */
            at: string;
        };
        /** @description Why the agent replied as it did, from the turn record. */
        TurnInspection: {
            nextPlaybookId?: string;
            outreachId?: string;
            goalId?: string;
            flow?: {
                playbookId: string;
                /** @description Absent once the flow has ended. */
                step?: number;
                slots: {
                    [key: string]: unknown;
                };
                trace: string[];
                /** @description The steps that ran, and how often. */
                steps?: {
                    playbookId: string;
                    step: number;
                    times: number;
                }[];
            };
            sections: {
                name: string;
                text: string;
            }[];
            knowledge: {
                kind: string;
                id: string;
                title: string;
                score: number;
            }[];
            modelCalls: {
                purpose: string;
                /** @description The model of the org; `default` is the one in MODEL. */
                modelId: string;
                provider: string;
                model: string;
                inputTokens: number;
                outputTokens: number;
                cacheReadTokens: number;
                milliseconds: number;
                tries: number;
                cost?: {
                    amount: number;
                    currency: string;
                };
                ok: boolean;
                error?: string;
            }[];
            toolCalls: {
                name: string;
                given: unknown;
                ok: boolean;
                called: boolean;
                result: unknown;
                milliseconds: number;
            }[];
            ruleHits: {
                ruleId: string;
                /** @enum {string} */
                action: "retry" | "block";
                text: string;
            }[];
            outcomes: string[];
            goalsReached: string[];
            /**
             * @description The person opted out; the platform sends the confirmation.
             * @constant
             */
            optedOut?: true;
            milliseconds: number;
        };
        PersonaTurnBody: {
            turn: components["schemas"]["TurnDirective"] | components["schemas"]["PersonaTap"];
            /** @description The draft that answers instead of live. */
            draftId?: string;
        };
        TurnDirective: string | {
            chip: string;
            /** @description Typed when there is nothing to tap. */
            fallback?: string;
        } | {
            slot: number;
            /** @description Typed when there is nothing to tap. */
            fallback?: string;
        } | {
            confirm: boolean;
            /** @description Typed when there is nothing to tap. */
            fallback?: string;
        } | {
            /** @enum {string} */
            system: "optOut" | "optIn" | "subscribed" | "unsubscribed";
        } | {
            /** @enum {string} */
            action: "calendar" | "dial" | "url" | "viewLocation";
            label?: string;
        } | {
            /** @enum {string} */
            media: "image" | "video";
            url: string;
            text?: string;
        } | {
            simulate: {
                goal: string;
                persona?: string;
                knows?: string[];
                until?: string;
                maxTurns?: number;
            };
        };
        /** @description Taps one thing in a message; `index` is the `tap` of a chip, or the index in its payload. */
        PersonaTap: {
            tap: {
                messageId: string;
                index: number;
            };
        };
        PersonaTurn: {
            turnId: string;
            messages: components["schemas"]["PersonaMessage"][];
            /** @description Recorded instead of carried out. */
            effects: components["schemas"]["PersonaEffect"][];
            /** @description The state after the turn. Absent if the agent's own webhook replies. */
            playbookId?: string;
            warnings: string[];
        };
        PersonaAdvanceBody: {
            minutes: number;
            /** @description The clock stops at the first thing that happens within `minutes`, and stays where nothing does. */
            untilNext?: boolean;
            /** @description The draft that answers instead of live. */
            draftId?: string;
        };
        AdvancedClock: {
            /**
             * Format: date-time
             * @description The persona's time.
             */
            now: string;
            happened: components["schemas"]["ClockEvent"][];
        };
        ClockEvent: {
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "followUp" | "reminder" | "sequence" | "session.ended" | "window.closed" | "desk.returned";
            /** @description What the agent sent. */
            messages?: components["schemas"]["PersonaMessage"][];
        };
        AgentCreatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "agent.created";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                name?: string;
            };
        };
        AgentUpdatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "agent.updated";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                version?: number;
                sections?: string[];
            };
        };
        AgentPublishedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "agent.published";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                version?: number;
                draftId?: string;
                label?: string;
            };
        };
        AgentRestoredEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "agent.restored";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                version?: number;
                restoredFrom?: number;
            };
        };
        ReplayCompletedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "replay.completed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                replayId?: string;
                status?: string;
                conversations?: number;
                turns?: number;
                same?: number;
                changed?: number;
                errors?: number;
            };
        };
        AgentDeletedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "agent.deleted";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
            };
        };
        ChannelStatusChangedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "channel.status_changed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                bindingId?: string;
                channel?: string;
                from?: string;
                to?: string;
            };
        };
        PersonCreatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "person.created";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
            };
        };
        PersonUpdatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "person.updated";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
                changed?: string[];
                status?: {
                    from?: string;
                    to?: string;
                };
            };
        };
        PersonDeletedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "person.deleted";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
            };
        };
        PersonConsentChangedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "person.consent_changed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
                status?: {
                    from?: string;
                    to?: string;
                };
            };
        };
        AppointmentBookedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "appointment.booked";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
                appointmentId?: string;
                representativeId?: string;
                startUtc?: string;
            };
        };
        AppointmentRescheduledEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "appointment.rescheduled";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
                appointmentId?: string;
                representativeId?: string;
                startUtc?: string;
                from?: string;
            };
        };
        AppointmentCancelledEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "appointment.cancelled";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
                appointmentId?: string;
                representativeId?: string;
                startUtc?: string;
            };
        };
        AppointmentUpdatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "appointment.updated";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                personId?: string;
                appointmentId?: string;
                representativeId?: string;
                changed?: string[];
            };
        };
        OutreachSendUpdatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "outreach.send.updated";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                sendId?: string;
                outreachId?: string;
                origin?: string;
                personId?: string;
                state?: string;
                responded?: boolean;
            };
        };
        CampaignStatusChangedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "campaign.status_changed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                campaignId?: string;
                outreachId?: string;
                status?: string;
                previousStatus?: string;
            };
        };
        TestRunCompletedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "test.run.completed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                runId?: string;
                status?: string;
                counts?: {
                    total?: number;
                    passed?: number;
                    failed?: number;
                    errored?: number;
                    skipped?: number;
                };
            };
        };
        GoalReachedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "goal.reached";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                goalId?: string;
                personId?: string;
                userId?: string;
                sessionId?: string;
                channel?: string;
            };
        };
        LinkTappedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "link.tapped";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                sendId?: string;
                outreachId?: string;
                personId?: string;
                userId?: string;
                channel?: string;
                url?: string;
            };
        };
        ConversationStartedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "conversation.started";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                userId?: string;
                sessionId?: string;
                channel?: string;
                initiatedBy?: string;
            };
        };
        ConversationEndedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "conversation.ended";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                userId?: string;
                sessionId?: string;
                channel?: string;
                messageCount?: number;
            };
        };
        DeskWaitingEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "desk.waiting";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                userId?: string;
                personId?: string;
                sessionId?: string;
                channel?: string;
            };
        };
        DeskTakenEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "desk.taken";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                userId?: string;
                personId?: string;
                sessionId?: string;
                channel?: string;
                assignee?: string;
                by?: string;
            };
        };
        DeskReturnedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "desk.returned";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                userId?: string;
                personId?: string;
                sessionId?: string;
                channel?: string;
                by?: string;
            };
        };
        DeskClosedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "desk.closed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                userId?: string;
                personId?: string;
                sessionId?: string;
                channel?: string;
                by?: string;
            };
        };
        ConnectionStatusChangedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "connection.status_changed";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                connectionId?: string;
                provider?: string;
                status?: string;
                previousStatus?: string;
            };
        };
        BudgetThresholdReachedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "budget.threshold_reached";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                agentId?: string;
                threshold?: number;
                amount?: number;
                spent?: number;
                currency?: string;
                per?: string;
                resetsAt?: string;
            };
        };
        ApiKeyCreatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "api_key.created";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                keyId?: string;
                name?: string;
                scopes?: string[];
            };
        };
        ApiKeyRevokedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "api_key.revoked";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                keyId?: string;
                name?: string;
            };
        };
        WebhookDeactivatedEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "webhook.deactivated";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                webhookId?: string;
                reason?: string;
                failingSince?: string;
            };
        };
        WebhookTestEvent: {
            /** @description The same as the header webhook-id. */
            id: string;
            /** @constant */
            type: "webhook.test";
            /** Format: date-time */
            timestamp: string;
            orgId: string;
            /** @description Ids and states. Fields may be missing, and may be added. */
            data: {
                webhookId?: string;
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
