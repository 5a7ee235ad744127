import { verificationCodes } from '@parley/flow'
import { Scenario } from '@parley/testcase'
import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import type { AgentDeps } from '../deps.ts'
import { addScenarios, verifyFlowOf } from '../verify-flows.ts'
import { readAccess } from './section.ts'

const Finding = z.object({
  code: z.enum(verificationCodes),
  severity: z.enum(['error', 'warning']),
  playbookId: z
    .string()
    .meta({ description: 'The playbook whose flow has the fault: this one, or one that it leads to.' }),
  path: z.string().meta({ description: 'Relative to the flow of that playbook.' }),
  message: z.string(),
  counterexample: z
    .object({
      turns: z.array(z.unknown()),
      stubs: z.record(z.string(), z.unknown()).optional(),
      person: z.record(z.string(), z.unknown()).optional(),
      scenario: Scenario.optional(),
    })
    .meta({
      description:
        'A conversation that shows the fault: `turns` of a test case, and its `scenario` where it needs one: `stubs`, the person, and the playbook in which it begins. `person` is what must be on file, by path; without `scenario`, a test case cannot set that up. Without turns if the fault is that something never happens.',
    }),
})

const Verification = z
  .object({
    complete: z.boolean().meta({ description: 'False if the search reached 100,000 states or 5 seconds.' }),
    states: z.int(),
    milliseconds: z.int(),
    findings: z.array(Finding),
  })
  .meta({
    id: 'FlowVerification',
    examples: [
      {
        complete: true,
        states: 12,
        milliseconds: 3,
        findings: [
          {
            code: 'dead_end',
            severity: 'error',
            playbookId: 'general',
            path: 'steps[4]',
            message: 'is the last step on this way, and the flow has no end or handoff after it',
            counterexample: { turns: ['Hello', 'Boat'] },
          },
        ],
      },
    ],
  })

/** Explores every way through the flow of a playbook. Nothing is stored. */
export function flowVerificationRoute({ definitions }: AgentDeps): Route {
  return agentRoute({
    ...readAccess,
    tag: 'Playbooks',
    configuration: 'read',
    method: 'POST',
    path: '/playbooks/:playbookId/flow/verify',
    summary: 'Verify the flow of a playbook',
    description:
      'Explores every way through the flow and the flows that it calls or hands over to: each choice, each side of each condition, unclear replies, and tools that succeed or fail. A playbook without a flow has no findings.',
    transaction: false,
    audited: false,
    response: Verification,
    find: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      return definition.playbooks.some(({ id }) => id === params.playbookId) ? definition : undefined
    },
    handle: async ({ found, params, world }) =>
      addScenarios(found, params.playbookId, await verifyFlowOf(found, params.playbookId, world.now())),
  })
}
