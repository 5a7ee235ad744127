import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { caseExample, serializeCase, TestCaseResponse } from '../cases/serializer.ts'
import { serializeSuite, suiteExample, TestSuiteResponse } from '../suites/serializer.ts'
import { RecordBody } from './body.ts'
import { type RecordDeps, recordCase } from './record.ts'

const RecordResponse = z
  .strictObject({ ...TestCaseResponse.shape, suite: TestSuiteResponse })
  .meta({ id: 'TestCaseRecorded', examples: [{ ...caseExample, suite: suiteExample }] })

export const recordingRoutes = (deps: RecordDeps): Route[] => [
  agentRoute({
    role: 'editor',
    scope: 'agents:write',
    tag: 'Tests',
    method: 'POST',
    path: '/tests/cases/from-conversation',
    summary: 'Make a case of a conversation that took place',
    description:
      'What the person did becomes the turns, taps the matching directive with the label that was tapped as fallback. Somebody made up stands in for them: names, numbers and addresses are replaced. The checks describe the last reply of the agent. At most 40 turns, from the first on; conversations of the last 30 days.',
    body: RecordBody,
    answer: RecordResponse,
    status: 201,
    problems: ['agent.test.not_found', 'agent.test.invalid', 'agent.test.system_suite', 'resource.conflict'],
    handle: async ({ tx, agent, body }) => {
      const { testCase, suite, definition } = await recordCase(tx, agent, body, deps)
      return { ...serializeCase(testCase, definition), suite: serializeSuite(suite) }
    },
  }),
]
