import { z } from 'zod'
import { agentRoute, type Route } from '../../../platform/http/route.ts'
import { caseExample, serializeCase, TestCaseResponse } from '../cases/serializer.ts'
import { serializeSuite, suiteExample, TestSuiteResponse } from '../suites/serializer.ts'
import { RecordBody, type RecordDeps, recordCase } from './record.ts'

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
    summary: 'Create a case from a real conversation',
    description:
      "What the person did becomes the turns; taps become the matching directive, with the tapped label as fallback. Names, numbers and addresses are replaced with fictitious ones. The checks describe the agent's last reply. Records at most the first 40 turns, from conversations of the last 30 days.",
    body: RecordBody,
    response: RecordResponse,
    status: 201,
    problems: ['agent.test.not_found', 'agent.test.invalid', 'agent.test.system_suite', 'resource.conflict'],
    handle: async ({ tx, agent, body }) => {
      const { testCase, suite, definition } = await recordCase(tx, agent, body, deps)
      return { ...serializeCase(testCase, definition), suite: serializeSuite(suite) }
    },
  }),
]
