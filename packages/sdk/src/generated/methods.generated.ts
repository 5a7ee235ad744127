// Generated from the OpenAPI documents by `npm run sdk-types`; a check keeps it up to date. Do not edit.
import type { EventsMethod, ListMethod, Method, ResponseMethod } from '../client/calls.ts'
import type { OperationTree } from '../client/methods.ts'
import type { paths as GatewayPaths } from './gateway.generated.ts'
import type { paths as ManagementPaths } from './management.generated.ts'

export interface ParleyMethods {
  readonly me: {
    /** Read who the token represents */
    readonly get: Method<[], ManagementPaths['/me']['get']>
  }
  readonly orgs: {
    /** Read the org */
    readonly get: Method<[org: string], ManagementPaths['/orgs/{org}']['get']>
    /** Change the name, description, time zone or default country of the org */
    readonly update: Method<[org: string], ManagementPaths['/orgs/{org}']['patch']>
  }
  readonly auth: {
    readonly methods: {
      /** Read how people can sign in */
      readonly get: Method<[], ManagementPaths['/auth/methods']['get']>
    }
    /** Sign in and get a session token */
    readonly signIn: Method<[], ManagementPaths['/auth/sign-in']['post']>
    readonly password: {
      /** Change the password of the signed-in user */
      readonly change: Method<[], ManagementPaths['/auth/password']['post']>
    }
    readonly orgs: {
      /** List the orgs the session can reach, by name */
      readonly list: ListMethod<[], ManagementPaths['/auth/orgs']['get']>
    }
    /** Get a session in another org of the account */
    readonly switch: Method<[], ManagementPaths['/auth/switch']['post']>
    readonly sessions: {
      /** List the signed-in user's sessions in the org, most recently used first */
      readonly list: ListMethod<[], ManagementPaths['/auth/sessions']['get']>
      /** End a session of the signed-in user at once */
      readonly delete: Method<[sessionId: string], ManagementPaths['/auth/sessions/{sessionId}']['delete']>
      /** End every other session of the signed-in user in the org */
      readonly endOthers: Method<[], ManagementPaths['/auth/sessions/_endOthers']['post']>
    }
    readonly secondFactor: {
      /** Read whether the signed-in user has a second factor */
      readonly get: Method<[], ManagementPaths['/auth/second-factor']['get']>
      /** Start setting up a second factor */
      readonly create: Method<[], ManagementPaths['/auth/second-factor']['post']>
      /** Turn on the second factor with a code from the app */
      readonly confirm: Method<[], ManagementPaths['/auth/second-factor/_confirm']['post']>
      /** Remove the second factor, with the password and a code or a recovery code */
      readonly remove: Method<[], ManagementPaths['/auth/second-factor/_remove']['post']>
    }
    readonly applications: {
      /** List the applications that act for the signed-in user in the org, most recently used first */
      readonly list: ListMethod<[], ManagementPaths['/auth/applications']['get']>
      /** Connect an application */
      readonly create: Method<[], ManagementPaths['/auth/applications']['post']>
      /** Disconnect an application at once */
      readonly delete: Method<[applicationId: string], ManagementPaths['/auth/applications/{applicationId}']['delete']>
      /** Read what an application asks for */
      readonly review: Method<[], ManagementPaths['/auth/applications/_review']['post']>
    }
  }
  readonly system: {
    readonly orgs: {
      /** List all orgs */
      readonly list: ListMethod<[], ManagementPaths['/system/orgs']['get']>
      /** Create an org with its first API key */
      readonly create: Method<[], ManagementPaths['/system/orgs']['post']>
      /** Delete an org and everything it owns */
      readonly delete: Method<[org: string], ManagementPaths['/system/orgs/{org}']['delete']>
    }
    readonly operators: {
      /** List the users who are system operators */
      readonly list: ListMethod<[], ManagementPaths['/system/operators']['get']>
      /** Make a user a system operator */
      readonly create: Method<[], ManagementPaths['/system/operators']['post']>
      /** Revoke a user's system operator role */
      readonly delete: Method<[userId: string], ManagementPaths['/system/operators/{userId}']['delete']>
    }
    readonly keys: {
      /** List the system operator keys */
      readonly list: ListMethod<[], ManagementPaths['/system/keys']['get']>
      /** Create a key for a system operator */
      readonly create: Method<[], ManagementPaths['/system/keys']['post']>
      /** Revoke a system operator key at once */
      readonly delete: Method<[keyId: string], ManagementPaths['/system/keys/{keyId}']['delete']>
    }
    readonly tests: {
      readonly orgs: {
        readonly settings: {
          /** Read the test limits of an org */
          readonly get: Method<[org: string], ManagementPaths['/system/tests/orgs/{org}/settings']['get']>
          /** Set test limits of an org */
          readonly replace: Method<[org: string], ManagementPaths['/system/tests/orgs/{org}/settings']['put']>
        }
      }
    }
  }
  readonly catalogs: {
    /** List the entries of a catalog */
    readonly list: ListMethod<[kind: string], ManagementPaths['/catalogs/{kind}']['get']>
    /** Read one entry of a catalog */
    readonly get: Method<[kind: string, id: string], ManagementPaths['/catalogs/{kind}/{id}']['get']>
  }
  readonly oauth: {
    /** Return from a provider */
    readonly callback: ResponseMethod<[], ManagementPaths['/oauth/callback']['get']>
  }
  readonly emulator: {
    readonly session: {
      /** Read the org and agent of the emulator grant */
      readonly get: Method<[], ManagementPaths['/emulator/session']['get']>
    }
  }
}

export interface OrgMethods {
  /** Change the name, description, time zone or default country of the org */
  readonly update: Method<[], ManagementPaths['/orgs/{org}']['patch']>
  readonly members: {
    /** List the members of the org */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/members']['get']>
    /** Add a person to the org */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/members']['post']>
    /** Read a member */
    readonly get: Method<[userId: string], ManagementPaths['/orgs/{org}/members/{userId}']['get']>
    /** Change the role, name, email or password of a member */
    readonly update: Method<[userId: string], ManagementPaths['/orgs/{org}/members/{userId}']['patch']>
    /** Remove a member; their sessions end at once */
    readonly delete: Method<[userId: string], ManagementPaths['/orgs/{org}/members/{userId}']['delete']>
  }
  readonly apiKeys: {
    /** List the API keys of the org */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/api-keys']['get']>
    /** Create an API key */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/api-keys']['post']>
    /** Read an API key */
    readonly get: Method<[keyId: string], ManagementPaths['/orgs/{org}/api-keys/{keyId}']['get']>
    /** Change the name, description, scopes or expiry of an API key */
    readonly update: Method<[keyId: string], ManagementPaths['/orgs/{org}/api-keys/{keyId}']['patch']>
    /** Revoke an API key at once */
    readonly delete: Method<[keyId: string], ManagementPaths['/orgs/{org}/api-keys/{keyId}']['delete']>
    /** Replace an API key in one step */
    readonly roll: Method<[keyId: string], ManagementPaths['/orgs/{org}/api-keys/{keyId}/_roll']['post']>
  }
  readonly auditLog: {
    /** List who changed what in the org, and who signed in, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/audit-log']['get']>
  }
  readonly agents: {
    /** List the agents of the org, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents']['get']>
    /** Create an agent */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents']['post']>
    /** Read an agent */
    readonly get: Method<[agent: string], ManagementPaths['/orgs/{org}/agents/{agent}']['get']>
    /** Change the name, description, identity or default country of an agent */
    readonly update: Method<[agent: string], ManagementPaths['/orgs/{org}/agents/{agent}']['patch']>
    /** Delete an agent and everything it owns */
    readonly delete: Method<[agent: string], ManagementPaths['/orgs/{org}/agents/{agent}']['delete']>
    /** Apply an agent template */
    readonly applyTemplate: Method<[agent: string], ManagementPaths['/orgs/{org}/agents/{agent}/apply-template']['post']>
    /** Export the agent as one document */
    readonly export: Method<[agent: string], ManagementPaths['/orgs/{org}/agents/{agent}/export']['get']>
    /** Import a document: each section in it replaces that section of the agent, all or nothing */
    readonly import: Method<[agent: string], ManagementPaths['/orgs/{org}/agents/{agent}/import']['post']>
  }
  readonly connections: {
    /** List the connections of the org, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/connections']['get']>
    /** Read a connection */
    readonly get: Method<[connectionId: string], ManagementPaths['/orgs/{org}/connections/{connectionId}']['get']>
    /** Disconnect an account */
    readonly delete: Method<[connectionId: string], ManagementPaths['/orgs/{org}/connections/{connectionId}']['delete']>
    /** Start connecting an account at a provider */
    readonly start: Method<[provider: string], ManagementPaths['/orgs/{org}/connections/{provider}/_start']['post']>
  }
  readonly models: {
    /** List the models that the agents of the org can use */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/models']['get']>
    /** Read a model */
    readonly get: Method<[modelId: string], ManagementPaths['/orgs/{org}/models/{modelId}']['get']>
    /** Create or replace a model */
    readonly replace: Method<[modelId: string], ManagementPaths['/orgs/{org}/models/{modelId}']['put']>
    /** Delete a model that no agent uses */
    readonly delete: Method<[modelId: string], ManagementPaths['/orgs/{org}/models/{modelId}']['delete']>
    /** Ask a model a short question, now */
    readonly test: Method<[modelId: string], ManagementPaths['/orgs/{org}/models/{modelId}/_test']['post']>
  }
  readonly insights: {
    /** Compare the outcomes of each agent with the time before, by name */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/insights']['get']>
  }
  readonly usage: {
    /** Count the activity of all agents of the org, by hour or by day */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/usage']['get']>
  }
  readonly agentsOverview: {
    /** List the state of each agent of the org, by name */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents-overview']['get']>
  }
  readonly attention: {
    /** List what needs attention, most severe first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/attention']['get']>
  }
  readonly webhooks: {
    /** List the webhooks of the org */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/webhooks']['get']>
    /** Create a webhook for the events of the org */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/webhooks']['post']>
    /** Read a webhook */
    readonly get: Method<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}']['get']>
    /** Delete a webhook with the log of its deliveries */
    readonly delete: Method<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}']['delete']>
    /** Change a webhook's address, events or description, or turn it on or off */
    readonly update: Method<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}']['patch']>
    /** Give a webhook a new signing secret */
    readonly rotate: Method<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}/_rotate']['post']>
    readonly deliveries: {
      /** List the deliveries of a webhook, newest first */
      readonly list: ListMethod<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}/deliveries']['get']>
      /** Read a delivery with its payload and every attempt */
      readonly get: Method<[webhookId: string, deliveryId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}/deliveries/{deliveryId}']['get']>
      /** Send a delivery again now, with the same id */
      readonly resend: Method<[webhookId: string, deliveryId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}/deliveries/{deliveryId}/_resend']['post']>
    }
    /** Send the event webhook.test to a webhook */
    readonly test: Method<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}/_test']['post']>
    /** Send all failed deliveries again since a given time */
    readonly recover: Method<[webhookId: string], ManagementPaths['/orgs/{org}/webhooks/{webhookId}/_recover']['post']>
  }
  readonly webhookEvents: {
    /** List the recent events of the org, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/webhook-events']['get']>
  }
}

export interface AgentMethods {
  /** Change the name, description, identity or default country of an agent */
  readonly update: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}']['patch']>
  readonly identity: {
    /** Read the identity */
    readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/identity']['get']>
    /** Replace the identity */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/identity']['put']>
    /** Change fields of the identity */
    readonly update: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/identity']['patch']>
  }
  readonly personality: {
    /** Read the personality */
    readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/personality']['get']>
    /** Replace the personality */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/personality']['put']>
    /** Compare the personality with the template it was imported from */
    readonly diff: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/personality/diff']['get']>
    /** Import a personality from the catalog */
    readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/personality/import']['post']>
  }
  readonly goals: {
    /** Read the Goals and the default Goal */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/goals']['get']>
    /** Replace the Goals */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/goals']['put']>
  }
  readonly playbooks: {
    /** List the playbooks in order */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks']['get']>
    /** Create a playbook */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks']['post']>
    /** Read a playbook */
    readonly get: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}']['get']>
    /** Replace a playbook */
    readonly replace: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}']['put']>
    /** Change fields of a playbook */
    readonly update: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}']['patch']>
    /** Delete a playbook */
    readonly delete: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}']['delete']>
    /** Import a playbook from the catalog */
    readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/import']['post']>
    /** Make a playbook the default */
    readonly setDefault: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}/_setDefault']['post']>
    readonly flow: {
      /** Generate a flow from the body of a playbook */
      readonly generate: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}/flow:generate']['post']>
      /** Verify the flow of a playbook */
      readonly verify: Method<[playbookId: string], ManagementPaths['/orgs/{org}/agents/{agent}/playbooks/{playbookId}/flow/verify']['post']>
    }
  }
  readonly standingInstructions: {
    /** Read the standing instructions */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/standing-instructions']['get']>
    /** Replace the standing instructions */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/standing-instructions']['put']>
  }
  readonly guardrails: {
    /** Read the guardrails */
    readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/guardrails']['get']>
    /** Replace the guardrail lists */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/guardrails']['put']>
    /** Add entries to the guardrail lists, or remove them */
    readonly update: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/guardrails']['patch']>
    /** Merge a set of guardrails from the catalog */
    readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/guardrails/import']['post']>
  }
  readonly rules: {
    /** Read the rules */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/rules']['get']>
    /** Replace the rules */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/rules']['put']>
  }
  readonly objectives: {
    /** Read the objectives */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/objectives']['get']>
    /** Replace the objectives */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/objectives']['put']>
    /** Import an objective from the catalog */
    readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/objectives/import']['post']>
  }
  readonly messageTemplates: {
    /** List the message templates */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates']['get']>
    /** Create a message template */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates']['post']>
    /** Read a message template */
    readonly get: Method<[templateId: string], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates/{templateId}']['get']>
    /** Replace a message template */
    readonly replace: Method<[templateId: string], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates/{templateId}']['put']>
    /** Change fields of a message template */
    readonly update: Method<[templateId: string], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates/{templateId}']['patch']>
    /** Delete a message template */
    readonly delete: Method<[templateId: string], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates/{templateId}']['delete']>
    /** Preview what a person would receive */
    readonly preview: Method<[templateId: string], ManagementPaths['/orgs/{org}/agents/{agent}/message-templates/{templateId}/preview']['get']>
  }
  readonly knowledge: {
    readonly things: {
      /** Read the Things */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/things']['get']>
      /** Replace the Things */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/things']['put']>
    }
    readonly collections: {
      /** Read the collections */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/collections']['get']>
      /** Replace the collections */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/collections']['put']>
    }
    readonly facts: {
      /** Read the Facts */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/facts']['get']>
      /** Replace the Facts */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/facts']['put']>
      /** Import Facts from a CSV file */
      readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/facts/import']['post']>
    }
    /** Search the Facts, Things and source passages of the agent */
    readonly search: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/search']['get']>
    readonly sources: {
      /** List the sources of the agent, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/sources']['get']>
      /** Add a source */
      readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/sources']['post']>
      /** Read a source */
      readonly get: Method<[sourceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/sources/{sourceId}']['get']>
      /** Remove a source and its passages */
      readonly delete: Method<[sourceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/sources/{sourceId}']['delete']>
      /** Read a source again */
      readonly refresh: Method<[sourceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/knowledge/sources/{sourceId}/_refresh']['post']>
    }
  }
  readonly scheduling: {
    /** Read the scheduling configuration */
    readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling']['get']>
    /** Replace the scheduling configuration */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling']['put']>
    readonly slots: {
      /** List the open appointment times */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling/slots']['get']>
    }
    readonly calendars: {
      /** List the representatives who have a calendar, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling/calendars']['get']>
    }
    readonly representatives: {
      readonly calendar: {
        /** Read the calendar of a representative */
        readonly get: Method<[representativeId: string], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling/representatives/{representativeId}/calendar']['get']>
        /** Link a calendar to a representative */
        readonly replace: Method<[representativeId: string], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling/representatives/{representativeId}/calendar']['put']>
        /** Unlink a representative's calendar */
        readonly delete: Method<[representativeId: string], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling/representatives/{representativeId}/calendar']['delete']>
      }
    }
    readonly mails: {
      /** List the appointment mails, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/scheduling/mails']['get']>
    }
  }
  readonly locations: {
    /** Read the locations */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/locations']['get']>
    /** Replace the locations */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/locations']['put']>
  }
  readonly peopleFields: {
    /** Read the People fields */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/people-fields']['get']>
    /** Replace the People fields */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/people-fields']['put']>
  }
  readonly notifications: {
    /** Read the notifications configuration */
    readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/notifications']['get']>
    /** Replace the notifications configuration */
    readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/notifications']['put']>
  }
  readonly integrations: {
    /** List the custom integrations */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/integrations']['get']>
    /** Read a custom integration */
    readonly get: Method<[id: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/{id}']['get']>
    /** Create or replace a custom integration */
    readonly replace: Method<[id: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/{id}']['put']>
    /** Delete a custom integration and its credential */
    readonly delete: Method<[id: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/{id}']['delete']>
    /** Read the tools of an integration again */
    readonly refresh: Method<[id: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/{id}/_refresh']['post']>
    readonly journey: {
      readonly outreach: {
        readonly sends: {
          /** Send an Outreach from a journey step */
          readonly create: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/journey/outreach/{outreachId}/sends']['post']>
        }
        readonly actionDefinition: {
          /** Read everything a journey platform needs to send an Outreach */
          readonly get: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/journey/outreach/{outreachId}/action-definition']['get']>
        }
      }
      readonly sends: {
        /** Read the result of a send */
        readonly get: Method<[sendId: string], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/journey/sends/{sendId}']['get']>
        /** Read the result of the send in the query */
        readonly find: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/integrations/journey/sends']['get']>
      }
    }
  }
  readonly toolBindings: {
    /** List the tools that are bound */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings']['get']>
    /** Read the binding of a tool */
    readonly get: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}']['get']>
    /** Bind a tool, or replace its configuration */
    readonly replace: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}']['put']>
    /** Merge into the configuration of a tool */
    readonly update: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}']['patch']>
    /** Unbind a tool and delete its secrets */
    readonly delete: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}']['delete']>
    /** Enable a bound tool */
    readonly enable: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/_enable']['post']>
    /** Disable a bound tool */
    readonly disable: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/_disable']['post']>
    /** Call a tool once, now */
    readonly try: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/_try']['post']>
    readonly calls: {
      /** List the last calls of a tool, newest first */
      readonly list: ListMethod<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/calls']['get']>
    }
    readonly users: {
      /** List the playbooks that call a tool */
      readonly list: ListMethod<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tool-bindings/{toolId}/users']['get']>
    }
  }
  /** Apply an agent template */
  readonly applyTemplate: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/apply-template']['post']>
  readonly updates: {
    /** List the imported pieces and whether the catalog has newer versions */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/updates']['get']>
    /** Update one imported piece to the current catalog version */
    readonly apply: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/updates/apply']['post']>
  }
  /** Export the agent as one document */
  readonly export: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/export']['get']>
  /** Import a document: each section in it replaces that section of the agent, all or nothing */
  readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/import']['post']>
  readonly lint: {
    /** Lint the agent */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/lint']['get']>
    /** Lint a document as if it were imported, without saving it */
    readonly check: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/lint']['post']>
  }
  readonly versions: {
    /** List the versions of the configuration, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/versions']['get']>
    /** Read a version with its document */
    readonly get: Method<[version: string], ManagementPaths['/orgs/{org}/agents/{agent}/versions/{version}']['get']>
    /** Label a version */
    readonly update: Method<[version: string], ManagementPaths['/orgs/{org}/agents/{agent}/versions/{version}']['patch']>
    /** Compare two versions */
    readonly diff: Method<[version: string, to: string], ManagementPaths['/orgs/{org}/agents/{agent}/versions/{version}/diff/{to}']['get']>
    /** Restore a version */
    readonly restore: Method<[version: string], ManagementPaths['/orgs/{org}/agents/{agent}/versions/{version}/_restore']['post']>
  }
  readonly drafts: {
    /** List the drafts, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/drafts']['get']>
    /** Create a draft */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/drafts']['post']>
    /** Read a draft */
    readonly get: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}']['get']>
    /** Rename a draft */
    readonly update: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}']['patch']>
    /** Delete a draft */
    readonly delete: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}']['delete']>
    /** Compare a draft with live */
    readonly diff: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}/diff']['get']>
    readonly edits: {
      /** List who changed what in a draft, newest first */
      readonly list: ListMethod<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}/edits']['get']>
    }
    /** Take over what changed in live since the base of a draft */
    readonly rebase: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}/_rebase']['post']>
    /** Publish a draft */
    readonly publish: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}/_publish']['post']>
    /** Let a draft answer a share of new sessions */
    readonly canary: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}/_canary']['post']>
    /** End the canary of a draft */
    readonly endCanary: Method<[draftId: string], ManagementPaths['/orgs/{org}/agents/{agent}/drafts/{draftId}/_endCanary']['post']>
  }
  readonly settings: {
    readonly publishing: {
      /** Read the publishing settings */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/publishing']['get']>
      /** Replace the publishing settings */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/publishing']['put']>
    }
    readonly model: {
      /** Read which models the agent uses */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/model']['get']>
      /** Choose which models the agent uses */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/model']['put']>
    }
    readonly desk: {
      /** Read the settings of the desk */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/desk']['get']>
      /** Replace the settings of the desk */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/desk']['put']>
    }
    readonly weeklyMail: {
      /** Read whether the caller gets the weekly mail with questions to answer */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/weekly-mail']['get']>
      /** Subscribe to the weekly mail with questions to answer, or unsubscribe */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/weekly-mail']['put']>
      readonly subscribers: {
        /** List the members who get the weekly mail, by email address */
        readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/weekly-mail/subscribers']['get']>
      }
    }
    readonly sending: {
      /** Read the sending settings */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/sending']['get']>
      /** Replace the sending settings */
      readonly replace: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/settings/sending']['put']>
    }
  }
  readonly gateway: {
    /** Read the agent's gateway settings */
    readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/gateway']['get']>
    /** Issue a new access token; the old one stops working at once, or after an overlap */
    readonly rotateAccessToken: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/gateway/_rotateAccessToken']['post']>
    /** Issue a new signing secret; the old one stops working at once, or after an overlap */
    readonly rotateSigningSecret: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/gateway/_rotateSigningSecret']['post']>
  }
  readonly media: {
    /** List the media items of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/media']['get']>
    /** Add an image, video, audio file or document */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/media']['post']>
    /** Read a media item */
    readonly get: Method<[mediaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/media/{mediaId}']['get']>
    /** Delete a media item that the agent does not use */
    readonly delete: Method<[mediaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/media/{mediaId}']['delete']>
  }
  readonly tools: {
    readonly oauth: {
      /** Start granting a tool of the agent access at its provider */
      readonly start: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tools/{toolId}/oauth/start']['post']>
      readonly status: {
        /** Read whether an agent's tool has access, and whether it works */
        readonly get: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tools/{toolId}/oauth/status']['get']>
      }
      /** Revoke the access of an agent's tool; its binding stays */
      readonly disconnect: Method<[toolId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tools/{toolId}/oauth/disconnect']['post']>
    }
  }
  readonly channels: {
    readonly templates: {
      /** List the message templates of a binding's provider */
      readonly list: ListMethod<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}/templates']['get']>
    }
    /** List the channel bindings of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/channels']['get']>
    /** Bind the agent to a channel */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/channels']['post']>
    /** Read a channel binding */
    readonly get: Method<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}']['get']>
    /** Rotate a binding's credentials, or change its pacing, its compliance or web chat settings or the inputs it is waiting for */
    readonly update: Method<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}']['patch']>
    /** Cancel a channel request, or release its binding */
    readonly delete: Method<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}']['delete']>
    /** Turn a channel off */
    readonly disable: Method<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}/_disable']['post']>
    /** Turn a channel back on */
    readonly enable: Method<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}/_enable']['post']>
    /** Issue a new identity secret of a web chat; the old one stops working at once, or after an overlap */
    readonly rotateIdentitySecret: Method<[bindingId: string], ManagementPaths['/orgs/{org}/agents/{agent}/channels/{bindingId}/_rotateIdentitySecret']['post']>
  }
  readonly usage: {
    readonly costs: {
      /** Sum the calls, tokens and costs of the agent's models */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/usage/costs']['get']>
    }
    readonly desk: {
      /** Count the work of the desk, in total and by member */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/usage/desk']['get']>
    }
    /** Count the agent's activity, by hour or by day */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/usage']['get']>
    readonly goals: {
      /** Count the goals that the agent reached since a given time */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/usage/goals']['get']>
    }
    readonly versions: {
      /** Compare the versions and drafts that answered people */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/usage/versions']['get']>
    }
  }
  readonly people: {
    /** List the people of the agent, newest first by default */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/people']['get']>
    /** Add a Person to the agent */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/people']['post']>
    readonly holders: {
      /** Read the people behind userIds, as used in messages, conversations and logs, or behind personIds */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/people/holders']['get']>
    }
    readonly invalidPhoneNumbers: {
      /** List the stored phone numbers that cannot exist: of people, then of identities */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/people/invalid-phone-numbers']['get']>
    }
    /** Read a Person */
    readonly get: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}']['get']>
    /** Change a Person */
    readonly update: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}']['patch']>
    /** Erase a Person and everything stored about them */
    readonly delete: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}']['delete']>
    readonly identities: {
      /** List the channel identities of a Person, oldest first */
      readonly list: ListMethod<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/identities']['get']>
      /** Add a channel identity to a Person */
      readonly create: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/identities']['post']>
      /** Prefer a channel identity, or move it to another Person */
      readonly update: Method<[personId: string, asid: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/identities/{asid}']['patch']>
      /** Remove a channel identity from a Person */
      readonly delete: Method<[personId: string, asid: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/identities/{asid}']['delete']>
    }
    readonly consent: {
      /** Read the consent of a Person, with its history */
      readonly get: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/consent']['get']>
      /** Record a Person's consent to messages */
      readonly replace: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/consent']['put']>
    }
    readonly journal: {
      /** List the journal of a Person, newest first */
      readonly list: ListMethod<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/journal']['get']>
      /** Add an entry to the journal of a Person */
      readonly create: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/journal']['post']>
    }
    /** Merge another Person into this one */
    readonly merge: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/_merge']['post']>
    /** Import people */
    readonly import: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/people/import']['post']>
    readonly imports: {
      /** List the imports of the agent, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/people/imports']['get']>
      /** Read the progress or the result of an import */
      readonly get: Method<[importBatchId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/imports/{importBatchId}']['get']>
    }
    /** Export the people of the agent as CSV or NDJSON */
    readonly export: ResponseMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/people/export']['get']>
    /** Export everything stored about a Person, as one document */
    readonly exportOne: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/export']['get']>
    readonly appointments: {
      /** List the appointments of a Person, newest first */
      readonly list: ListMethod<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/appointments']['get']>
      /** Book an appointment for a Person */
      readonly create: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/appointments']['post']>
      /** Read an appointment */
      readonly get: Method<[personId: string, appointmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/appointments/{appointmentId}']['get']>
      /** Move, cancel or annotate an appointment */
      readonly update: Method<[personId: string, appointmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/appointments/{appointmentId}']['patch']>
    }
    readonly reachability: {
      /** Read whether a Person may be messaged now, and why or why not */
      readonly get: Method<[personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/people/{personId}/reachability']['get']>
    }
  }
  readonly segments: {
    /** List the segments of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/segments']['get']>
    /** Create a segment */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/segments']['post']>
    /** Read a segment */
    readonly get: Method<[segmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/segments/{segmentId}']['get']>
    /** Replace a segment */
    readonly replace: Method<[segmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/segments/{segmentId}']['put']>
    /** Change the name or the filter of a segment */
    readonly update: Method<[segmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/segments/{segmentId}']['patch']>
    /** Delete a segment; the people stay */
    readonly delete: Method<[segmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/segments/{segmentId}']['delete']>
    /** Count the people currently in a segment */
    readonly count: Method<[segmentId: string], ManagementPaths['/orgs/{org}/agents/{agent}/segments/{segmentId}/count']['get']>
  }
  readonly appointments: {
    /** List the appointments of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/appointments']['get']>
  }
  readonly desk: {
    readonly replies: {
      /** List the saved replies, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/desk/replies']['get']>
      /** Create a saved reply */
      readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/desk/replies']['post']>
      /** Read a saved reply */
      readonly get: Method<[replyId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/replies/{replyId}']['get']>
      /** Replace a saved reply */
      readonly replace: Method<[replyId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/replies/{replyId}']['put']>
      /** Delete a saved reply */
      readonly delete: Method<[replyId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/replies/{replyId}']['delete']>
    }
    readonly events: {
      /** Follow the desk: server-sent events */
      readonly stream: EventsMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/desk/events']['get']>
    }
    readonly conversations: {
      /** List the conversations of the desk, newest session first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations']['get']>
      /** Read a conversation of the desk, with its notes and the history of its moves */
      readonly get: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}']['get']>
      /** Record that the caller has opened a conversation */
      readonly seen: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_seen']['post']>
      readonly notes: {
        /** Add a note to a conversation */
        readonly create: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/notes']['post']>
      }
      /** Take a conversation: the agent falls silent */
      readonly take: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_take']['post']>
      /** Assign a conversation to a member, who then holds it */
      readonly assign: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_assign']['post']>
      /** Return a conversation to the agent */
      readonly return: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_return']['post']>
      /** Close a conversation; the next message of the person goes to the agent */
      readonly close: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_close']['post']>
      /** Hide a conversation from the lists until a time, or until the person writes */
      readonly snooze: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_snooze']['post']>
      readonly messages: {
        /** Write to the person, as the member who holds the conversation */
        readonly send: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/messages']['post']>
      }
      readonly typing: {
        /** Show the person that the member is typing */
        readonly show: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/typing']['post']>
      }
      /** Fill in a text or a saved reply for the person, without sending it */
      readonly fill: Method<[userId: string], ManagementPaths['/orgs/{org}/agents/{agent}/desk/conversations/{userId}/_fill']['post']>
    }
    readonly counts: {
      /** Count the conversations of the views of the caller */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/desk/counts']['get']>
    }
    readonly members: {
      /** List the members who may work at the desk */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/desk/members']['get']>
    }
  }
  readonly insights: {
    readonly unanswered: {
      /** List the questions that the agent could not answer, most asked first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/insights/unanswered']['get']>
      /** Answer a question with a Fact */
      readonly answer: Method<[questionId: string], ManagementPaths['/orgs/{org}/agents/{agent}/insights/unanswered/{questionId}/_answer']['post']>
      /** Dismiss a question: it needs no answer */
      readonly dismiss: Method<[questionId: string], ManagementPaths['/orgs/{org}/agents/{agent}/insights/unanswered/{questionId}/_dismiss']['post']>
      /** Reopen a dismissed or answered question */
      readonly reopen: Method<[questionId: string], ManagementPaths['/orgs/{org}/agents/{agent}/insights/unanswered/{questionId}/_reopen']['post']>
    }
    readonly topics: {
      /** List what people ask, most asked first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/insights/topics']['get']>
    }
    readonly outcomes: {
      /** Count what became of sessions, by day, channel, playbook or version */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/insights/outcomes']['get']>
    }
    readonly sessions: {
      /** List the sessions behind an outcome or a topic, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/insights/sessions']['get']>
    }
  }
  readonly outreach: {
    readonly sends: {
      /** Send an Outreach to one person */
      readonly create: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/{outreachId}/sends']['post']>
      /** List sends, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/sends']['get']>
      /** Read a send */
      readonly get: Method<[sendId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/sends/{sendId}']['get']>
      /** Cancel a send that is queued or waiting for a retry */
      readonly cancel: Method<[sendId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/sends/{sendId}/cancel']['post']>
    }
    /** List the Outreaches */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/outreach']['get']>
    /** Create an Outreach */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/outreach']['post']>
    /** Read an Outreach */
    readonly get: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/{outreachId}']['get']>
    /** Replace an Outreach */
    readonly replace: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/{outreachId}']['put']>
    /** Change fields of an Outreach */
    readonly update: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/{outreachId}']['patch']>
    /** Delete an Outreach */
    readonly delete: Method<[outreachId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach/{outreachId}']['delete']>
  }
  readonly automatedOutreach: {
    /** List the rules that send an Outreach automatically */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach']['get']>
    /** Create a rule */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach']['post']>
    /** Read a rule */
    readonly get: Method<[ruleId: string], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}']['get']>
    /** Replace a rule */
    readonly replace: Method<[ruleId: string], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}']['put']>
    /** Change fields of a rule */
    readonly update: Method<[ruleId: string], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}']['patch']>
    /** Delete a rule */
    readonly delete: Method<[ruleId: string], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}']['delete']>
    readonly rows: {
      /** List the people a rule was triggered for, newest first */
      readonly list: ListMethod<[ruleId: string], ManagementPaths['/orgs/{org}/agents/{agent}/automated-outreach/{ruleId}/rows']['get']>
    }
  }
  readonly sequences: {
    /** List the sequences */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/sequences']['get']>
    /** Create a sequence */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/sequences']['post']>
    /** Read a sequence */
    readonly get: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}']['get']>
    /** Replace a sequence */
    readonly replace: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}']['put']>
    /** Change fields of a sequence */
    readonly update: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}']['patch']>
    /** Delete a sequence */
    readonly delete: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}']['delete']>
    readonly enrollments: {
      /** Enroll a person in a sequence */
      readonly create: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}/enrollments']['post']>
      /** List the people of a sequence, newest first */
      readonly list: ListMethod<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}/enrollments']['get']>
      /** Stop the enrollment of a person: no further step is sent */
      readonly stop: Method<[sequenceId: string, personId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}/enrollments/{personId}/_stop']['post']>
    }
    readonly report: {
      /** Read the results of a sequence */
      readonly get: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}/report']['get']>
    }
    /** Enroll a persona in a sequence */
    readonly rehearse: Method<[sequenceId: string], ManagementPaths['/orgs/{org}/agents/{agent}/sequences/{sequenceId}/_rehearse']['post']>
  }
  readonly outreachLinks: {
    /** List the outreach links of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/outreach-links']['get']>
    /** Create a link to a public page where testers enter their number */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/outreach-links']['post']>
    /** Pause or resume an outreach link */
    readonly update: Method<[linkId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach-links/{linkId}']['patch']>
    /** Delete an outreach link; its page is gone at once */
    readonly delete: Method<[linkId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach-links/{linkId}']['delete']>
    /** Redeem an outreach link for a persona */
    readonly redeem: Method<[linkId: string], ManagementPaths['/orgs/{org}/agents/{agent}/outreach-links/{linkId}/redeem']['post']>
  }
  readonly campaigns: {
    /** Create a campaign */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns']['post']>
    /** List the campaigns of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns']['get']>
    /** Change a draft or staged campaign */
    readonly update: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}']['patch']>
    /** Delete a campaign that is neither running nor paused; its sends stay */
    readonly delete: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}']['delete']>
    /** Read a campaign */
    readonly get: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}']['get']>
    /** Stage a campaign: record who receives it, who does not, and why */
    readonly stage: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/stage']['post']>
    /** Start a staged campaign */
    readonly start: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/start']['post']>
    /** Pause a running campaign */
    readonly pause: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/pause']['post']>
    /** Resume a paused campaign exactly where it stopped */
    readonly resume: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/resume']['post']>
    /** Cancel a campaign: unsent messages are never sent, and the report stays available */
    readonly cancel: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/cancel']['post']>
    /** Send the rest of a campaign with one of its variants */
    readonly chooseVariant: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/choose-variant']['post']>
    readonly testSend: {
      /** Send the opener of a campaign to yourself */
      readonly create: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/test-send']['post']>
    }
    readonly recipients: {
      /** List the recipients and exclusions of a staged campaign */
      readonly list: ListMethod<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/recipients']['get']>
    }
    /** Read the opener as one person would receive it now */
    readonly preview: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/preview']['get']>
    readonly report: {
      /** Read the results of a campaign */
      readonly get: Method<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/report']['get']>
    }
    readonly progress: {
      /** Follow a campaign: server-sent events */
      readonly stream: EventsMethod<[campaignId: string], ManagementPaths['/orgs/{org}/agents/{agent}/campaigns/{campaignId}/progress']['get']>
    }
  }
  readonly tests: {
    readonly suites: {
      /** List the test suites of the agent, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites']['get']>
      /** Create a test suite */
      readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites']['post']>
      /** Read a test suite */
      readonly get: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}']['get']>
      /** Change a test suite */
      readonly update: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}']['patch']>
      /** Delete a test suite and its cases; runs and results stay */
      readonly delete: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}']['delete']>
      readonly cases: {
        /** List the cases of a suite, newest first */
        readonly list: ListMethod<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases']['get']>
        /** Create a case */
        readonly create: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases']['post']>
        /** Read a case */
        readonly get: Method<[suiteId: string, caseId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}']['get']>
        /** Replace a case; its id, its history and its origin stay */
        readonly replace: Method<[suiteId: string, caseId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}']['put']>
        /** Delete a case; its results stay with their runs */
        readonly delete: Method<[suiteId: string, caseId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}']['delete']>
        readonly history: {
          /** List the results of a case, newest first */
          readonly list: ListMethod<[suiteId: string, caseId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}/history']['get']>
        }
        /** Copy a case into a suite, under the next free key */
        readonly copy: Method<[suiteId: string, caseId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}/copy']['post']>
        /** Generate cases from a description, from Facts, from flows, or from attacks */
        readonly generate: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/generate']['post']>
        /** Preview an unsaved case: what the first turn would see */
        readonly preview: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/preview']['post']>
        /** Preview a case: what the first turn would see */
        readonly previewOne: Method<[suiteId: string, caseId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/{caseId}/preview']['post']>
        /** Write a case, or change one, so that it satisfies a brief */
        readonly compile: Method<[suiteId: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/suites/{suiteId}/cases/compile']['post']>
      }
    }
    readonly passRates: {
      /** Read how many of the Examples of each playbook pass */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/pass-rates']['get']>
    }
    readonly history: {
      /** List the results of suites in the newest runs, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/history']['get']>
    }
    readonly cases: {
      readonly fromConversation: {
        /** Create a case from a real conversation */
        readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/cases/from-conversation']['post']>
      }
    }
    readonly runs: {
      /** Run test cases */
      readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs']['post']>
      /** List the test runs of the agent, newest first */
      readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs']['get']>
      /** Pause a run: cases being played finish their turn, and start over when the run is resumed */
      readonly pause: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/pause']['post']>
      /** Resume a paused run */
      readonly resume: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/resume']['post']>
      /** Cancel a run: cases that have not been played yet are skipped */
      readonly cancel: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/cancel']['post']>
      /** Pin a run: later runs are compared with it */
      readonly pin: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/pin']['post']>
      /** Unpin a run */
      readonly unpin: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/unpin']['post']>
      /** Read a test run */
      readonly get: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}']['get']>
      readonly progress: {
        /** Follow a test run: server-sent events */
        readonly stream: EventsMethod<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/progress']['get']>
      }
      readonly report: {
        /** Download the report of a test run, as JSON or as JUnit XML */
        readonly get: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/report']['get']>
      }
      readonly coverage: {
        /** Read what a test run covered */
        readonly get: Method<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/coverage']['get']>
      }
      readonly results: {
        /** List the results of a test run, in order */
        readonly list: ListMethod<[run: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/results']['get']>
        /** Read one result of a test run */
        readonly get: Method<[run: string, result: string], ManagementPaths['/orgs/{org}/agents/{agent}/tests/runs/{run}/results/{result}']['get']>
      }
    }
    readonly coverage: {
      /** Read what the tests of a time covered */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/coverage']['get']>
    }
    readonly quota: {
      /** Read the remaining test budget */
      readonly get: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/tests/quota']['get']>
    }
  }
  readonly replays: {
    /** List the replays of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/replays']['get']>
    /** Replay real sessions */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/replays']['post']>
    /** Read a replay */
    readonly get: Method<[replay: string], ManagementPaths['/orgs/{org}/agents/{agent}/replays/{replay}']['get']>
    /** Cancel a replay */
    readonly cancel: Method<[replay: string], ManagementPaths['/orgs/{org}/agents/{agent}/replays/{replay}/cancel']['post']>
    readonly conversations: {
      /** List the conversations of a replay with their verdicts */
      readonly list: ListMethod<[replay: string], ManagementPaths['/orgs/{org}/agents/{agent}/replays/{replay}/conversations']['get']>
      /** Create a test case from a conversation of a replay */
      readonly makeCase: Method<[replay: string, sessionId: string], ManagementPaths['/orgs/{org}/agents/{agent}/replays/{replay}/conversations/{sessionId}/_makeCase']['post']>
    }
  }
  readonly simulations: {
    /** Let simulated people talk with the agent */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/simulations']['post']>
    /** List the simulations of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/simulations']['get']>
    /** Cancel a simulation */
    readonly cancel: Method<[simulationId: string], ManagementPaths['/orgs/{org}/agents/{agent}/simulations/{simulationId}/cancel']['post']>
    /** Read a simulation and what came of it so far */
    readonly get: Method<[simulationId: string], ManagementPaths['/orgs/{org}/agents/{agent}/simulations/{simulationId}']['get']>
    readonly progress: {
      /** Follow a simulation: server-sent events */
      readonly stream: EventsMethod<[simulationId: string], ManagementPaths['/orgs/{org}/agents/{agent}/simulations/{simulationId}/progress']['get']>
    }
    readonly conversations: {
      /** List the conversations of a simulation that have ended, in order */
      readonly list: ListMethod<[simulationId: string], ManagementPaths['/orgs/{org}/agents/{agent}/simulations/{simulationId}/conversations']['get']>
      /** Make a test case of a simulated conversation */
      readonly makeCase: Method<[simulationId: string, simulatedId: string], ManagementPaths['/orgs/{org}/agents/{agent}/simulations/{simulationId}/conversations/{simulatedId}/_makeCase']['post']>
    }
  }
  readonly turns: {
    /** List the agent's turn records, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/turns']['get']>
    /** Read one turn record */
    readonly get: Method<[turnId: string], ManagementPaths['/orgs/{org}/agents/{agent}/turns/{turnId}']['get']>
  }
  readonly messages: {
    /** List messages, taps and status reports, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/messages']['get']>
  }
  readonly conversations: {
    /** List sessions, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/conversations']['get']>
  }
  readonly users: {
    /** List the people the agent talked with, most recent first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/users']['get']>
  }
  readonly logs: {
    /** List the log of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/logs']['get']>
  }
  readonly emulatorLinks: {
    /** List the emulator links of the agent, without their tokens */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/emulator-links']['get']>
    /** Create a standalone emulator link */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/emulator-links']['post']>
    /** Revoke an emulator link; its token stops working at once */
    readonly delete: Method<[linkId: string], ManagementPaths['/orgs/{org}/agents/{agent}/emulator-links/{linkId}']['delete']>
  }
  readonly emulatorSessions: {
    /** Create an emulator token that lasts two hours */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/emulator-sessions']['post']>
  }
  readonly personas: {
    /** List the personas of the agent, newest first */
    readonly list: ListMethod<[], ManagementPaths['/orgs/{org}/agents/{agent}/personas']['get']>
    /** Create a persona to rehearse with */
    readonly create: Method<[], ManagementPaths['/orgs/{org}/agents/{agent}/personas']['post']>
    /** Read a persona */
    readonly get: Method<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}']['get']>
    /** Change a persona */
    readonly update: Method<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}']['patch']>
    /** Delete a persona and its conversations */
    readonly delete: Method<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}']['delete']>
    /** Reset a persona: deletes the conversation and everything learned, and assigns a new userId */
    readonly reset: Method<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}/_reset']['post']>
    readonly turns: {
      /** Read the last turns of a persona, oldest first */
      readonly list: ListMethod<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}/turns']['get']>
      /** Act as the persona, and see the agent's reply */
      readonly create: Method<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}/turns']['post']>
    }
    /** Move a persona's clock forward, and see what happens until then */
    readonly advance: Method<[personaId: string], ManagementPaths['/orgs/{org}/agents/{agent}/personas/{personaId}/_advance']['post']>
  }
}

export interface GatewayMethods {
  readonly messages: {
    /** Send messages to one person, or to several */
    readonly send: Method<[], GatewayPaths['/messages']['post']>
    /** Compile AML into a message */
    readonly compile: Method<[], GatewayPaths['/compile']['post']>
    /** Preview a message on every channel */
    readonly render: Method<[], GatewayPaths['/render']['post']>
  }
  readonly capabilities: {
    /** Read what a person's channel can show */
    readonly get: Method<[], GatewayPaths['/capabilities']['get']>
  }
  readonly webhook: {
    /** Read where events go */
    readonly get: Method<[], GatewayPaths['/webhook']['get']>
    /** Send events to a webhook */
    readonly create: Method<[], GatewayPaths['/webhook']['post']>
    /** Change where events go */
    readonly update: Method<[], GatewayPaths['/webhook']['patch']>
    /** Stop sending events */
    readonly delete: Method<[], GatewayPaths['/webhook']['delete']>
  }
  readonly listen: {
    /** Receive events in place of the webhook */
    readonly stream: EventsMethod<[], GatewayPaths['/listen']['get']>
    readonly calls: {
      /** Answer a call sent to a listener */
      readonly answer: Method<[callId: string], GatewayPaths['/listen/calls/{callId}']['post']>
    }
  }
}

export const operations: Record<'parley' | 'org' | 'agent' | 'gateway', OperationTree> = {
  "parley": {
    "me": {
      "get": "get /me"
    },
    "orgs": {
      "get": "get /orgs/{org}",
      "update": "patch body /orgs/{org}"
    },
    "auth": {
      "methods": {
        "get": "get /auth/methods"
      },
      "signIn": "post body keyless /auth/sign-in",
      "password": {
        "change": "post body /auth/password"
      },
      "orgs": {
        "list": "get list /auth/orgs"
      },
      "switch": "post body /auth/switch",
      "sessions": {
        "list": "get list /auth/sessions",
        "delete": "delete /auth/sessions/{sessionId}",
        "endOthers": "post /auth/sessions/_endOthers"
      },
      "secondFactor": {
        "get": "get /auth/second-factor",
        "create": "post body /auth/second-factor",
        "confirm": "post body /auth/second-factor/_confirm",
        "remove": "post body /auth/second-factor/_remove"
      },
      "applications": {
        "list": "get list /auth/applications",
        "create": "post body /auth/applications",
        "delete": "delete /auth/applications/{applicationId}",
        "review": "post body /auth/applications/_review"
      }
    },
    "system": {
      "orgs": {
        "list": "get list /system/orgs",
        "create": "post body /system/orgs",
        "delete": "delete /system/orgs/{org}"
      },
      "operators": {
        "list": "get list /system/operators",
        "create": "post body /system/operators",
        "delete": "delete /system/operators/{userId}"
      },
      "keys": {
        "list": "get list /system/keys",
        "create": "post /system/keys",
        "delete": "delete /system/keys/{keyId}"
      },
      "tests": {
        "orgs": {
          "settings": {
            "get": "get /system/tests/orgs/{org}/settings",
            "replace": "put body /system/tests/orgs/{org}/settings"
          }
        }
      }
    },
    "catalogs": {
      "list": "get list /catalogs/{kind}",
      "get": "get /catalogs/{kind}/{id}"
    },
    "oauth": {
      "callback": "get response /oauth/callback"
    },
    "emulator": {
      "session": {
        "get": "get /emulator/session"
      }
    }
  },
  "org": {
    "update": "patch body ",
    "members": {
      "list": "get list /members",
      "create": "post body /members",
      "get": "get /members/{userId}",
      "update": "patch body /members/{userId}",
      "delete": "delete /members/{userId}"
    },
    "apiKeys": {
      "list": "get list /api-keys",
      "create": "post body /api-keys",
      "get": "get /api-keys/{keyId}",
      "update": "patch body /api-keys/{keyId}",
      "delete": "delete /api-keys/{keyId}",
      "roll": "post /api-keys/{keyId}/_roll"
    },
    "auditLog": {
      "list": "get list /audit-log"
    },
    "agents": {
      "list": "get list /agents",
      "create": "post body /agents",
      "get": "get draft /agents/{agent}",
      "update": "patch body draft /agents/{agent}",
      "delete": "delete /agents/{agent}",
      "applyTemplate": "post body draft /agents/{agent}/apply-template",
      "export": "get draft /agents/{agent}/export",
      "import": "post body draft /agents/{agent}/import"
    },
    "connections": {
      "list": "get list /connections",
      "get": "get /connections/{connectionId}",
      "delete": "delete /connections/{connectionId}",
      "start": "post body /connections/{provider}/_start"
    },
    "models": {
      "list": "get list /models",
      "get": "get /models/{modelId}",
      "replace": "put body /models/{modelId}",
      "delete": "delete /models/{modelId}",
      "test": "post /models/{modelId}/_test"
    },
    "insights": {
      "list": "get list /insights"
    },
    "usage": {
      "list": "get list /usage"
    },
    "agentsOverview": {
      "list": "get list /agents-overview"
    },
    "attention": {
      "list": "get list /attention"
    },
    "webhooks": {
      "list": "get list /webhooks",
      "create": "post body /webhooks",
      "get": "get /webhooks/{webhookId}",
      "delete": "delete /webhooks/{webhookId}",
      "update": "patch body /webhooks/{webhookId}",
      "rotate": "post /webhooks/{webhookId}/_rotate",
      "deliveries": {
        "list": "get list /webhooks/{webhookId}/deliveries",
        "get": "get /webhooks/{webhookId}/deliveries/{deliveryId}",
        "resend": "post /webhooks/{webhookId}/deliveries/{deliveryId}/_resend"
      },
      "test": "post /webhooks/{webhookId}/_test",
      "recover": "post body /webhooks/{webhookId}/_recover"
    },
    "webhookEvents": {
      "list": "get list /webhook-events"
    }
  },
  "agent": {
    "update": "patch body draft ",
    "identity": {
      "get": "get draft /identity",
      "replace": "put body draft /identity",
      "update": "patch body draft /identity"
    },
    "personality": {
      "get": "get draft /personality",
      "replace": "put body draft /personality",
      "diff": "get draft /personality/diff",
      "import": "post body draft /personality/import"
    },
    "goals": {
      "list": "get list draft /goals",
      "replace": "put body draft /goals"
    },
    "playbooks": {
      "list": "get list draft /playbooks",
      "create": "post body draft /playbooks",
      "get": "get draft /playbooks/{playbookId}",
      "replace": "put body draft /playbooks/{playbookId}",
      "update": "patch body draft /playbooks/{playbookId}",
      "delete": "delete draft /playbooks/{playbookId}",
      "import": "post body draft /playbooks/import",
      "setDefault": "post draft /playbooks/{playbookId}/_setDefault",
      "flow": {
        "generate": "post body draft /playbooks/{playbookId}/flow:generate",
        "verify": "post draft /playbooks/{playbookId}/flow/verify"
      }
    },
    "standingInstructions": {
      "list": "get list draft /standing-instructions",
      "replace": "put body draft /standing-instructions"
    },
    "guardrails": {
      "get": "get draft /guardrails",
      "replace": "put body draft /guardrails",
      "update": "patch body draft /guardrails",
      "import": "post body draft /guardrails/import"
    },
    "rules": {
      "list": "get list draft /rules",
      "replace": "put body draft /rules"
    },
    "objectives": {
      "list": "get list draft /objectives",
      "replace": "put body draft /objectives",
      "import": "post body draft /objectives/import"
    },
    "messageTemplates": {
      "list": "get list draft /message-templates",
      "create": "post body draft /message-templates",
      "get": "get draft /message-templates/{templateId}",
      "replace": "put body draft /message-templates/{templateId}",
      "update": "patch body draft /message-templates/{templateId}",
      "delete": "delete draft /message-templates/{templateId}",
      "preview": "get draft /message-templates/{templateId}/preview"
    },
    "knowledge": {
      "things": {
        "list": "get list draft /knowledge/things",
        "replace": "put body draft /knowledge/things"
      },
      "collections": {
        "list": "get list draft /knowledge/collections",
        "replace": "put body draft /knowledge/collections"
      },
      "facts": {
        "list": "get list draft /knowledge/facts",
        "replace": "put body draft /knowledge/facts",
        "import": "post body draft /knowledge/facts/import"
      },
      "search": "get list /knowledge/search",
      "sources": {
        "list": "get list /knowledge/sources",
        "create": "post body /knowledge/sources",
        "get": "get /knowledge/sources/{sourceId}",
        "delete": "delete /knowledge/sources/{sourceId}",
        "refresh": "post /knowledge/sources/{sourceId}/_refresh"
      }
    },
    "scheduling": {
      "get": "get draft /scheduling",
      "replace": "put body draft /scheduling",
      "slots": {
        "list": "get list /scheduling/slots"
      },
      "calendars": {
        "list": "get list /scheduling/calendars"
      },
      "representatives": {
        "calendar": {
          "get": "get /scheduling/representatives/{representativeId}/calendar",
          "replace": "put body /scheduling/representatives/{representativeId}/calendar",
          "delete": "delete /scheduling/representatives/{representativeId}/calendar"
        }
      },
      "mails": {
        "list": "get list /scheduling/mails"
      }
    },
    "locations": {
      "list": "get list draft /locations",
      "replace": "put body draft /locations"
    },
    "peopleFields": {
      "list": "get list draft /people-fields",
      "replace": "put body draft /people-fields"
    },
    "notifications": {
      "get": "get draft /notifications",
      "replace": "put body draft /notifications"
    },
    "integrations": {
      "list": "get list draft /integrations",
      "get": "get draft /integrations/{id}",
      "replace": "put body draft /integrations/{id}",
      "delete": "delete draft /integrations/{id}",
      "refresh": "post draft /integrations/{id}/_refresh",
      "journey": {
        "outreach": {
          "sends": {
            "create": "post body /integrations/journey/outreach/{outreachId}/sends"
          },
          "actionDefinition": {
            "get": "get /integrations/journey/outreach/{outreachId}/action-definition"
          }
        },
        "sends": {
          "get": "get /integrations/journey/sends/{sendId}",
          "find": "get /integrations/journey/sends"
        }
      }
    },
    "toolBindings": {
      "list": "get list /tool-bindings",
      "get": "get /tool-bindings/{toolId}",
      "replace": "put body /tool-bindings/{toolId}",
      "update": "patch body /tool-bindings/{toolId}",
      "delete": "delete /tool-bindings/{toolId}",
      "enable": "post /tool-bindings/{toolId}/_enable",
      "disable": "post /tool-bindings/{toolId}/_disable",
      "try": "post body /tool-bindings/{toolId}/_try",
      "calls": {
        "list": "get list /tool-bindings/{toolId}/calls"
      },
      "users": {
        "list": "get list /tool-bindings/{toolId}/users"
      }
    },
    "applyTemplate": "post body draft /apply-template",
    "updates": {
      "list": "get list draft /updates",
      "apply": "post body draft /updates/apply"
    },
    "export": "get draft /export",
    "import": "post body draft /import",
    "lint": {
      "list": "get list draft /lint",
      "check": "post body draft /lint"
    },
    "versions": {
      "list": "get list /versions",
      "get": "get /versions/{version}",
      "update": "patch body /versions/{version}",
      "diff": "get /versions/{version}/diff/{to}",
      "restore": "post /versions/{version}/_restore"
    },
    "drafts": {
      "list": "get list /drafts",
      "create": "post body /drafts",
      "get": "get /drafts/{draftId}",
      "update": "patch body /drafts/{draftId}",
      "delete": "delete /drafts/{draftId}",
      "diff": "get /drafts/{draftId}/diff",
      "edits": {
        "list": "get list /drafts/{draftId}/edits"
      },
      "rebase": "post body /drafts/{draftId}/_rebase",
      "publish": "post body /drafts/{draftId}/_publish",
      "canary": "post body /drafts/{draftId}/_canary",
      "endCanary": "post /drafts/{draftId}/_endCanary"
    },
    "settings": {
      "publishing": {
        "get": "get /settings/publishing",
        "replace": "put body /settings/publishing"
      },
      "model": {
        "get": "get /settings/model",
        "replace": "put body /settings/model"
      },
      "desk": {
        "get": "get /settings/desk",
        "replace": "put body /settings/desk"
      },
      "weeklyMail": {
        "get": "get /settings/weekly-mail",
        "replace": "put body /settings/weekly-mail",
        "subscribers": {
          "list": "get list /settings/weekly-mail/subscribers"
        }
      },
      "sending": {
        "get": "get /settings/sending",
        "replace": "put body /settings/sending"
      }
    },
    "gateway": {
      "get": "get /gateway",
      "rotateAccessToken": "post /gateway/_rotateAccessToken",
      "rotateSigningSecret": "post /gateway/_rotateSigningSecret"
    },
    "media": {
      "list": "get list /media",
      "create": "post body /media",
      "get": "get /media/{mediaId}",
      "delete": "delete /media/{mediaId}"
    },
    "tools": {
      "oauth": {
        "start": "post body /tools/{toolId}/oauth/start",
        "status": {
          "get": "get /tools/{toolId}/oauth/status"
        },
        "disconnect": "post /tools/{toolId}/oauth/disconnect"
      }
    },
    "channels": {
      "templates": {
        "list": "get list /channels/{bindingId}/templates"
      },
      "list": "get list /channels",
      "create": "post body /channels",
      "get": "get /channels/{bindingId}",
      "update": "patch body /channels/{bindingId}",
      "delete": "delete /channels/{bindingId}",
      "disable": "post /channels/{bindingId}/_disable",
      "enable": "post /channels/{bindingId}/_enable",
      "rotateIdentitySecret": "post /channels/{bindingId}/_rotateIdentitySecret"
    },
    "usage": {
      "costs": {
        "list": "get list /usage/costs"
      },
      "desk": {
        "get": "get /usage/desk"
      },
      "list": "get list /usage",
      "goals": {
        "get": "get /usage/goals"
      },
      "versions": {
        "list": "get list /usage/versions"
      }
    },
    "people": {
      "list": "get list /people",
      "create": "post body /people",
      "holders": {
        "list": "get list /people/holders"
      },
      "invalidPhoneNumbers": {
        "list": "get list /people/invalid-phone-numbers"
      },
      "get": "get /people/{personId}",
      "update": "patch body /people/{personId}",
      "delete": "delete /people/{personId}",
      "identities": {
        "list": "get list /people/{personId}/identities",
        "create": "post body /people/{personId}/identities",
        "update": "patch body /people/{personId}/identities/{asid}",
        "delete": "delete /people/{personId}/identities/{asid}"
      },
      "consent": {
        "get": "get /people/{personId}/consent",
        "replace": "put body /people/{personId}/consent"
      },
      "journal": {
        "list": "get list /people/{personId}/journal",
        "create": "post body /people/{personId}/journal"
      },
      "merge": "post body /people/{personId}/_merge",
      "import": "post body /people/import",
      "imports": {
        "list": "get list /people/imports",
        "get": "get /people/imports/{importBatchId}"
      },
      "export": "get response /people/export",
      "exportOne": "get /people/{personId}/export",
      "appointments": {
        "list": "get list /people/{personId}/appointments",
        "create": "post body /people/{personId}/appointments",
        "get": "get /people/{personId}/appointments/{appointmentId}",
        "update": "patch body /people/{personId}/appointments/{appointmentId}"
      },
      "reachability": {
        "get": "get /people/{personId}/reachability"
      }
    },
    "segments": {
      "list": "get list /segments",
      "create": "post body /segments",
      "get": "get /segments/{segmentId}",
      "replace": "put body /segments/{segmentId}",
      "update": "patch body /segments/{segmentId}",
      "delete": "delete /segments/{segmentId}",
      "count": "get /segments/{segmentId}/count"
    },
    "appointments": {
      "list": "get list /appointments"
    },
    "desk": {
      "replies": {
        "list": "get list /desk/replies",
        "create": "post body /desk/replies",
        "get": "get /desk/replies/{replyId}",
        "replace": "put body /desk/replies/{replyId}",
        "delete": "delete /desk/replies/{replyId}"
      },
      "events": {
        "stream": "get events /desk/events"
      },
      "conversations": {
        "list": "get list /desk/conversations",
        "get": "get /desk/conversations/{userId}",
        "seen": "post body /desk/conversations/{userId}/_seen",
        "notes": {
          "create": "post body /desk/conversations/{userId}/notes"
        },
        "take": "post body /desk/conversations/{userId}/_take",
        "assign": "post body /desk/conversations/{userId}/_assign",
        "return": "post body /desk/conversations/{userId}/_return",
        "close": "post body /desk/conversations/{userId}/_close",
        "snooze": "post body /desk/conversations/{userId}/_snooze",
        "messages": {
          "send": "post body /desk/conversations/{userId}/messages"
        },
        "typing": {
          "show": "post body /desk/conversations/{userId}/typing"
        },
        "fill": "post body /desk/conversations/{userId}/_fill"
      },
      "counts": {
        "get": "get /desk/counts"
      },
      "members": {
        "list": "get list /desk/members"
      }
    },
    "insights": {
      "unanswered": {
        "list": "get list /insights/unanswered",
        "answer": "post body draft /insights/unanswered/{questionId}/_answer",
        "dismiss": "post /insights/unanswered/{questionId}/_dismiss",
        "reopen": "post /insights/unanswered/{questionId}/_reopen"
      },
      "topics": {
        "list": "get list /insights/topics"
      },
      "outcomes": {
        "list": "get list /insights/outcomes"
      },
      "sessions": {
        "list": "get list /insights/sessions"
      }
    },
    "outreach": {
      "sends": {
        "create": "post body /outreach/{outreachId}/sends",
        "list": "get list /outreach/sends",
        "get": "get /outreach/sends/{sendId}",
        "cancel": "post /outreach/sends/{sendId}/cancel"
      },
      "list": "get list draft /outreach",
      "create": "post body draft /outreach",
      "get": "get draft /outreach/{outreachId}",
      "replace": "put body draft /outreach/{outreachId}",
      "update": "patch body draft /outreach/{outreachId}",
      "delete": "delete draft /outreach/{outreachId}"
    },
    "automatedOutreach": {
      "list": "get list draft /automated-outreach",
      "create": "post body draft /automated-outreach",
      "get": "get draft /automated-outreach/{ruleId}",
      "replace": "put body draft /automated-outreach/{ruleId}",
      "update": "patch body draft /automated-outreach/{ruleId}",
      "delete": "delete draft /automated-outreach/{ruleId}",
      "rows": {
        "list": "get list /automated-outreach/{ruleId}/rows"
      }
    },
    "sequences": {
      "list": "get list draft /sequences",
      "create": "post body draft /sequences",
      "get": "get draft /sequences/{sequenceId}",
      "replace": "put body draft /sequences/{sequenceId}",
      "update": "patch body draft /sequences/{sequenceId}",
      "delete": "delete draft /sequences/{sequenceId}",
      "enrollments": {
        "create": "post body /sequences/{sequenceId}/enrollments",
        "list": "get list /sequences/{sequenceId}/enrollments",
        "stop": "post /sequences/{sequenceId}/enrollments/{personId}/_stop"
      },
      "report": {
        "get": "get /sequences/{sequenceId}/report"
      },
      "rehearse": "post body /sequences/{sequenceId}/_rehearse"
    },
    "outreachLinks": {
      "list": "get list /outreach-links",
      "create": "post body /outreach-links",
      "update": "patch body /outreach-links/{linkId}",
      "delete": "delete /outreach-links/{linkId}",
      "redeem": "post body /outreach-links/{linkId}/redeem"
    },
    "campaigns": {
      "create": "post body /campaigns",
      "list": "get list /campaigns",
      "update": "patch body /campaigns/{campaignId}",
      "delete": "delete /campaigns/{campaignId}",
      "get": "get /campaigns/{campaignId}",
      "stage": "post /campaigns/{campaignId}/stage",
      "start": "post /campaigns/{campaignId}/start",
      "pause": "post /campaigns/{campaignId}/pause",
      "resume": "post /campaigns/{campaignId}/resume",
      "cancel": "post /campaigns/{campaignId}/cancel",
      "chooseVariant": "post body /campaigns/{campaignId}/choose-variant",
      "testSend": {
        "create": "post body /campaigns/{campaignId}/test-send"
      },
      "recipients": {
        "list": "get list /campaigns/{campaignId}/recipients"
      },
      "preview": "get /campaigns/{campaignId}/preview",
      "report": {
        "get": "get /campaigns/{campaignId}/report"
      },
      "progress": {
        "stream": "get events /campaigns/{campaignId}/progress"
      }
    },
    "tests": {
      "suites": {
        "list": "get list /tests/suites",
        "create": "post body /tests/suites",
        "get": "get /tests/suites/{suiteId}",
        "update": "patch body /tests/suites/{suiteId}",
        "delete": "delete /tests/suites/{suiteId}",
        "cases": {
          "list": "get list /tests/suites/{suiteId}/cases",
          "create": "post body /tests/suites/{suiteId}/cases",
          "get": "get /tests/suites/{suiteId}/cases/{caseId}",
          "replace": "put body /tests/suites/{suiteId}/cases/{caseId}",
          "delete": "delete /tests/suites/{suiteId}/cases/{caseId}",
          "history": {
            "list": "get list /tests/suites/{suiteId}/cases/{caseId}/history"
          },
          "copy": "post body /tests/suites/{suiteId}/cases/{caseId}/copy",
          "generate": "post body /tests/suites/{suiteId}/cases/generate",
          "preview": "post body /tests/suites/{suiteId}/cases/preview",
          "previewOne": "post /tests/suites/{suiteId}/cases/{caseId}/preview",
          "compile": "post body /tests/suites/{suiteId}/cases/compile"
        }
      },
      "passRates": {
        "list": "get list /tests/pass-rates"
      },
      "history": {
        "list": "get list /tests/history"
      },
      "cases": {
        "fromConversation": {
          "create": "post body /tests/cases/from-conversation"
        }
      },
      "runs": {
        "create": "post body /tests/runs",
        "list": "get list /tests/runs",
        "pause": "post /tests/runs/{run}/pause",
        "resume": "post /tests/runs/{run}/resume",
        "cancel": "post /tests/runs/{run}/cancel",
        "pin": "post /tests/runs/{run}/pin",
        "unpin": "post /tests/runs/{run}/unpin",
        "get": "get /tests/runs/{run}",
        "progress": {
          "stream": "get events /tests/runs/{run}/progress"
        },
        "report": {
          "get": "get /tests/runs/{run}/report"
        },
        "coverage": {
          "get": "get /tests/runs/{run}/coverage"
        },
        "results": {
          "list": "get list /tests/runs/{run}/results",
          "get": "get /tests/runs/{run}/results/{result}"
        }
      },
      "coverage": {
        "get": "get /tests/coverage"
      },
      "quota": {
        "get": "get /tests/quota"
      }
    },
    "replays": {
      "list": "get list /replays",
      "create": "post body /replays",
      "get": "get /replays/{replay}",
      "cancel": "post /replays/{replay}/cancel",
      "conversations": {
        "list": "get list /replays/{replay}/conversations",
        "makeCase": "post body /replays/{replay}/conversations/{sessionId}/_makeCase"
      }
    },
    "simulations": {
      "create": "post body /simulations",
      "list": "get list /simulations",
      "cancel": "post /simulations/{simulationId}/cancel",
      "get": "get /simulations/{simulationId}",
      "progress": {
        "stream": "get events /simulations/{simulationId}/progress"
      },
      "conversations": {
        "list": "get list /simulations/{simulationId}/conversations",
        "makeCase": "post body /simulations/{simulationId}/conversations/{simulatedId}/_makeCase"
      }
    },
    "turns": {
      "list": "get list /turns",
      "get": "get /turns/{turnId}"
    },
    "messages": {
      "list": "get list /messages"
    },
    "conversations": {
      "list": "get list /conversations"
    },
    "users": {
      "list": "get list /users"
    },
    "logs": {
      "list": "get list /logs"
    },
    "emulatorLinks": {
      "list": "get list /emulator-links",
      "create": "post body /emulator-links",
      "delete": "delete /emulator-links/{linkId}"
    },
    "emulatorSessions": {
      "create": "post /emulator-sessions"
    },
    "personas": {
      "list": "get list /personas",
      "create": "post body /personas",
      "get": "get /personas/{personaId}",
      "update": "patch body /personas/{personaId}",
      "delete": "delete /personas/{personaId}",
      "reset": "post /personas/{personaId}/_reset",
      "turns": {
        "list": "get list /personas/{personaId}/turns",
        "create": "post body /personas/{personaId}/turns"
      },
      "advance": "post body /personas/{personaId}/_advance"
    }
  },
  "gateway": {
    "messages": {
      "send": "post body keyless /messages",
      "compile": "post body keyless /compile",
      "render": "post body keyless /render"
    },
    "capabilities": {
      "get": "get /capabilities"
    },
    "webhook": {
      "get": "get /webhook",
      "create": "post body /webhook",
      "update": "patch body /webhook",
      "delete": "delete /webhook"
    },
    "listen": {
      "stream": "get events /listen",
      "calls": {
        "answer": "post body keyless /listen/calls/{callId}"
      }
    }
  }
}
