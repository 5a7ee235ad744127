/** Every code the API can return, with its statuses and the remedy for the caller. */
export const problems = {
  'request.malformed': {
    title: 'The request could not be parsed',
    statuses: [400],
    remedy: 'Send valid JSON in UTF-8 with the content type application/json.',
  },
  'request.invalid': {
    title: 'The request is not valid',
    statuses: [422, 400],
    remedy: 'Each entry of errors[] contains a field and what it must be.',
  },
  'request.too_large': {
    title: 'The request is too large',
    statuses: [413],
    remedy: 'Send less in one call; detail contains the limit.',
  },
  'request.precondition_failed': {
    title: 'The resource has changed since you read it',
    statuses: [412],
    remedy: 'Read it again, apply your change to the new version, and send its ETag in If-Match.',
  },
  'request.idempotency_mismatch': {
    title: 'The Idempotency-Key was already used for another request',
    statuses: [422],
    remedy: 'Use a new key for a new request; repeat a request with exactly the same body.',
  },
  'request.rate_limited': {
    title: 'Too many requests',
    statuses: [429],
    remedy: 'Wait the number of seconds in Retry-After, then try again.',
  },
  'auth.unauthenticated': {
    title: 'A valid token is required',
    statuses: [401],
    remedy:
      'Send Authorization: Bearer with a valid API key, session token or emulator grant; for the messaging gateway, use the access token of the agent.',
  },
  'auth.second_factor_required': {
    title: 'A second-factor code is required',
    statuses: [401],
    remedy:
      'Sign in again with `code`: six digits from the authenticator app that were not used before, or a recovery code.',
  },
  'auth.invitation_invalid': {
    title: 'The invitation does not work',
    statuses: [404],
    remedy: 'It is unknown, expired, withdrawn or used already: ask an admin of the org for a new one.',
  },
  'auth.forbidden': {
    title: 'Your role does not allow this',
    statuses: [403],
    remedy: 'Ask an admin of the org for a higher role, or use a key whose scopes allow it.',
  },
  'auth.scope_missing': {
    title: 'The token lacks a scope',
    statuses: [403],
    remedy: 'Use a token with the scope that detail names.',
  },
  'auth.emulator_grant.forbidden': {
    title: 'An emulator grant does not allow this',
    statuses: [403],
    remedy: 'Use it only for the personas of its own agent; use an API key for everything else.',
  },
  'resource.not_found': {
    title: 'The resource does not exist',
    statuses: [404],
    remedy: 'Check the path, and that the token belongs to the org in it.',
  },
  'resource.conflict': {
    title: 'The resource conflicts with another one',
    statuses: [409],
    remedy: 'The detail says with which one.',
  },
  'resource.in_use': {
    title: 'The resource is in use',
    statuses: [409],
    remedy: 'Each entry of referrers[] uses it: change that first.',
  },
  'org.last_owner': {
    title: 'An org must have at least one owner',
    statuses: [409],
    remedy: 'Make someone else an owner first.',
  },
  'agent.framework.invalid': {
    title: 'The framework of an agent is always v2',
    statuses: [422],
    remedy: 'Omit framework, or send v2.',
  },
  'agent.integrity_conflict': {
    title: 'Still in use by another part of the agent',
    statuses: [409],
    remedy: 'Each entry of errors[] is a reference that would break: change or remove it first, then try again.',
  },
  'agent.integration.too_many_tools': {
    title: 'Too many tools of integrations',
    statuses: [422],
    remedy: 'An integration has at most 40 tools, and an agent 100: choose the tools with allow or operations.',
  },
  'agent.playbook.uses_unknown': {
    title: 'A playbook uses a capability that does not exist',
    statuses: [422],
    remedy: 'Use scheduling, people, notify, knowledge, or integration:<id> of a custom integration of the agent.',
  },
  'agent.playbook.flow_invalid': {
    title: "The playbook's flow is not valid",
    statuses: [422],
    remedy:
      'Each entry of errors[] is a lint finding with its code and path; the flow must have no findings with severity error.',
  },
  'agent.tool.incomplete': {
    title: 'The tool cannot be called yet',
    statuses: [409],
    remedy:
      'Bind the tool, enable it, and fill in what configStatus.missing lists; connect its account if it needs one.',
  },
  'desk.disabled': {
    title: 'The desk of this agent is turned off',
    statuses: [409],
    remedy: 'Set enabled in the settings of the desk.',
  },
  'desk.taken': {
    title: 'Another member holds the conversation',
    statuses: [409],
    remedy: 'The holder field names them. Send force to take it from them.',
  },
  'desk.not_held': {
    title: 'The member does not hold the conversation',
    statuses: [409],
    remedy: 'Take the conversation first.',
  },
  'desk.message_refused': {
    title: 'The message cannot be sent',
    statuses: [422],
    remedy: 'The reason field says why, with the values of the messaging gateway.',
  },
  'agent.flow.authoring_unavailable': {
    title: 'No model for writing flows is configured',
    statuses: [503],
    remedy: 'Set AUTHORING_MODEL (or MODEL) to a model that can write, or write the flow by hand.',
  },
  'agent.flow.authoring_unreachable': {
    title: 'The model that writes flows could not be reached',
    statuses: [502],
    remedy: 'Try again; if the problem persists, check AUTHORING_MODEL, its key and its address.',
  },
  'agent.draft.not_found': {
    title: 'The draft does not exist',
    statuses: [404],
    remedy: 'Check the id in the list of drafts; a published or deleted draft is gone.',
  },
  'agent.draft.required': {
    title: 'The configuration of this agent is changed only in drafts',
    statuses: [409],
    remedy: 'Create a draft, send its id in X-Svc-Draft, and publish it; or turn off requireDraft in the settings.',
  },
  'agent.draft.conflict': {
    title: 'Live and the draft changed the same items',
    statuses: [409],
    remedy: 'Each entry of conflicts[] has a path: rebase the draft and choose live or draft for each of them.',
  },
  'agent.draft.gate_failed': {
    title: 'The publishing gate does not hold',
    statuses: [409],
    remedy: 'Run the suites of the gate on the draft as it is now; failing[] lists the cases that must pass.',
  },
  'agent.outreach.not_found': {
    title: 'The Outreach does not exist',
    statuses: [404, 422],
    remedy: 'Check the id in the list of Outreaches.',
  },
  'agent.outreach.in_use': {
    title: 'The Outreach is in use',
    statuses: [409],
    remedy: 'Each entry of referrers[] refers to it: change or delete that first.',
  },
  'agent.outreach.journey_incompatible_inputs': {
    title: 'A journey platform cannot use these inputs',
    statuses: [422],
    remedy: 'Each entry of errors[] is an input: rename it to at most 128 characters, without dots or a leading $.',
  },
  'agent.outreach_send.upstream': {
    title: 'The send could not be accepted',
    statuses: [502],
    remedy: 'Repeat the request: an accepted send is not sent twice.',
  },
  'agent.outreach_send.timeout': {
    title: 'The send was not processed in time',
    statuses: [504],
    remedy: 'Repeat the request: an accepted send is not sent twice.',
  },
  'agent.outreach_link.unavailable': {
    title: 'The outreach link cannot be redeemed',
    statuses: [409],
    remedy: 'The detail says why: resume the link, bind its channel again, or create a new link.',
  },
  'agent.not_found': {
    title: 'The agent does not exist',
    statuses: [404],
    remedy: 'Check the agent in the path, and that the token belongs to its org.',
  },
  'agent.outreach.consent_declined': {
    title: 'The recipient has not consented',
    statuses: [422],
    remedy: 'consent.optIn was false: do not send, or ask the person first.',
  },
  'agent.outreach.opted_out': {
    title: 'The person replied STOP',
    statuses: [409],
    remedy: 'Nothing is sent to this identity until the person replies START. Do not contact them another way.',
  },
  'agent.outreach.consent_denied': {
    title: 'The person denied consent',
    statuses: [409],
    remedy: 'Nothing is sent while the recorded consent is denied.',
  },
  'agent.outreach.recipient_not_found': {
    title: 'The recipient does not exist',
    statuses: [404],
    remedy: "Check the asid, personId or personaId; refer to a persona's identity only by its personaId.",
  },
  'agent.outreach.no_channel_identity': {
    title: 'The Person cannot be reached on the channel',
    statuses: [422],
    remedy: 'Add an identity on one of the channels of the Outreach, or specify the recipient by channel and address.',
  },
  'agent.outreach.invalid_address': {
    title: 'The address is not valid on its channel',
    statuses: [422],
    remedy: 'For rcs, send a phone number in international format, for example +12025550143.',
  },
  'agent.outreach.channel_unavailable': {
    title: 'Outreach cannot send on this channel',
    statuses: [422],
    remedy: 'Use one of the channels of the Outreach; by default that is rcs alone.',
  },
  'agent.channel.provider_failed': {
    title: 'The provider of the channel did not answer the question',
    statuses: [502],
    remedy: 'Check the credentials and the account of the binding, then try again.',
  },
  'agent.outreach.no_template': {
    title: 'The channel needs an approved template',
    statuses: [422],
    remedy: 'Set templates of the Outreach to a template of the provider, or wait until the person writes.',
  },
  'agent.outreach.missing_inputs': {
    title: 'The opener needs inputs that are missing',
    statuses: [422],
    remedy: 'Each entry of errors[] is a missing input: supply it in inputs, or store it on the Person.',
  },
  'agent.outreach.send_not_cancellable': {
    title: 'The send can no longer be canceled',
    statuses: [409],
    remedy: 'Only a send that is queued or waiting for a retry can be canceled.',
  },
  'agent.campaign.invalid': {
    title: 'The campaign cannot be sent as it is',
    statuses: [422],
    remedy: 'The detail says what is missing: change the campaign, or what it refers to, and try again.',
  },
  'agent.campaign.immutable': {
    title: 'The status of the campaign does not allow this',
    statuses: [409],
    remedy: 'Read its status: a draft or staged campaign can be changed and staged, a running one paused or canceled.',
  },
  'agent.persona.not_found': {
    title: 'The persona does not exist',
    statuses: [404],
    remedy: 'Check the id in the list of personas.',
  },
  'agent.persona.unavailable': {
    title: 'The persona has no emulator identity',
    statuses: [409],
    remedy: 'Reset it first.',
  },
  'agent.webchat.file_refused': {
    title: 'The web chat does not accept this file',
    statuses: [422],
    remedy: 'Send a file of an allowed type and size; detail names them. The bytes determine the type, not the name.',
  },
  'agent.webchat.identity_refused': {
    title: 'The signature of the user is wrong',
    statuses: [403],
    remedy:
      'Compute the signature on your server, as the HMAC-SHA256 of the userId with the identity secret of this web chat, in hex. If there is no secret yet, create one.',
  },
  'agent.webchat.origin_not_allowed': {
    title: 'The web chat does not allow pages of this origin',
    statuses: [403],
    remedy:
      'Add the origin of the page to the allowed origins of the web chat binding; a program outside a browser sends one of them as Origin.',
  },
  'agent.test.invalid': {
    title: 'The test case or its run is not valid',
    statuses: [422],
    remedy:
      'Each entry of lint[] is a finding with its code and path: fix those with severity error; for a run, lint[] identifies the cases.',
  },
  'agent.test.not_found': {
    title: 'The test suite, case, run or result does not exist',
    statuses: [404],
    remedy: 'Check the id in its list; a conversation or turn to record must belong to this agent.',
  },
  'agent.test.run_active': {
    title: 'The agent has an unfinished test run',
    statuses: [409],
    remedy: 'Wait for the run in activeRunId, or cancel it; an agent can have one run at a time.',
  },
  'agent.test.quota_exceeded': {
    title: 'The run exceeds the test budget',
    statuses: [429],
    remedy:
      'Compare estimate with remaining and maxUnitsPerRun: select fewer cases or samples, or wait until resetsAt.',
  },
  'agent.test.run_immutable': {
    title: 'The status of the run does not allow this',
    statuses: [409],
    remedy: 'Read its status: a queued or running run can be paused or canceled, a paused one resumed or canceled.',
  },
  'agent.test.system_suite': {
    title: 'The platform maintains this suite',
    statuses: [409],
    remedy: 'It is generated from the Examples of a playbook: change those, or copy the case into a suite of your own.',
  },
  'agent.test.authoring_unavailable': {
    title: 'No model for writing test cases is configured',
    statuses: [503],
    remedy:
      'Set AUTHORING_MODEL (or MODEL) to a model that can write, write the cases by hand, or generate them from Facts, which needs no model.',
  },
  'goal.unknown': {
    title: 'An assignment refers to a Goal that does not exist',
    statuses: [422],
    remedy: 'Add the Goal to the library first, or refer to an existing one.',
  },
  'tool.not_found': {
    title: 'The integration does not exist',
    statuses: [404],
    remedy: 'Check the id in the list of integrations.',
  },
  'oauth.provider_unconfigured': {
    title: 'The provider is not set up on this installation',
    statuses: [409],
    remedy: 'The operator of Parley must configure the settings that detail names; then try again.',
  },
  'service.unavailable': {
    title: 'Parley cannot handle this request right now',
    statuses: [503],
    remedy: 'Nothing was changed. Try again after the number of seconds in Retry-After.',
  },
  internal: {
    title: 'An internal error occurred',
    statuses: [500],
    remedy: 'Try again; if the problem persists, give the operator the X-Request-Id.',
  },
} as const satisfies Record<string, { title: string; statuses: readonly number[]; remedy: string }>
