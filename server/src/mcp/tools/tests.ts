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
      'Runs test cases of the agent in the sandbox: some suites, cases or tags, or all of them. Returns a run at once; poll it with read_test_run until it is completed.',
    route: 'POST A/tests/runs',
    descriptions: { suiteIds: 'From list_test_suites.' },
  },
  {
    name: 'read_test_run',
    title: 'Read a test run',
    description: 'Reads the progress of a test run, its counts, and what newly fails.',
    route: 'GET A/tests/runs/:run',
    descriptions: { run: 'The id that run_tests returned.' },
  },
  {
    name: 'list_test_results',
    title: 'List test results',
    description: 'Lists the result of each case of a run: checks, criteria, and the conversation.',
    route: 'GET A/tests/runs/:run/results',
    descriptions: { run: 'The id that run_tests returned.', state: 'failed shows the failures.' },
  },
]
