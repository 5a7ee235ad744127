// Generated from the OpenAPI documents by `npm run sdk-types`; a check keeps it up to date. Do not edit.
export const postsWithoutKey = {
  "management": [
    "/auth/sign-in"
  ],
  "gateway": [
    "/messages",
    "/compile",
    "/render",
    "/listen/calls/{callId}"
  ]
}
