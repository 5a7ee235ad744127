// Made from the OpenAPI documents by `npm run sdk-types`; a check keeps it true. Do not edit.
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
