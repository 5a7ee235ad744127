import type { McpTool } from '../tool.ts'

export const testTools: McpTool[] = [
  {
    name: 'list_test_suites',
    title: 'List test suites',
    description: 'Lists the test suites of the agent.',
    route: 'GET A/tests/suites',
  },
  {
    name: 'run_tests',
    title: 'Run tests',
    description:
      'Runs test cases of the agent in the sandbox: of some suites, some cases, some tags, or all. Answers a run at once; look at it with read_test_run until it is completed.',
    route: 'POST A/tests/runs',
    descriptions: { suiteIds: 'From list_test_suites.' },
  },
  {
    name: 'read_test_run',
    title: 'Read a test run',
    description: 'Reads how far a test run is, its counts, and what fails now that passed before.',
    route: 'GET A/tests/runs/:run',
    descriptions: { run: 'The id that run_tests has answered.' },
  },
  {
    name: 'list_test_results',
    title: 'List test results',
    description: 'Lists what came of each case of a run: checks, criteria, and the conversation as it went.',
    route: 'GET A/tests/runs/:run/results',
    descriptions: { run: 'The id that run_tests has answered.', state: 'failed shows what broke.' },
  },
]
