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
  {
    name: 'simulate_people',
    title: 'Simulate people',
    description:
      'Lets simulated people talk with the agent in the sandbox. Returns a simulation at once; poll it with read_simulation until it is completed.',
    route: 'POST A/simulations',
  },
  {
    name: 'read_simulation',
    title: 'Read a simulation',
    description: 'Reads the progress of a simulation, its outcomes, and why conversations did not reach their goal.',
    route: 'GET A/simulations/:simulationId',
  },
  {
    name: 'list_simulated_conversations',
    title: 'List simulated conversations',
    description: 'Lists the conversations of a simulation that have ended, with outcomes and transcripts.',
    route: 'GET A/simulations/:simulationId/conversations',
  },
  {
    name: 'verify_flow',
    title: 'Verify a flow',
    description:
      'Explores every way through the flow of a playbook and finds dead ends, endless loops and more, each with a conversation that shows it.',
    route: 'POST A/playbooks/:playbookId/flow/verify',
  },
  {
    name: 'advance_persona_clock',
    title: "Move a persona's clock",
    description:
      "Moves a persona's clock forward. Follow-ups, reminders and everything else that is due by then happens for this persona alone.",
    route: 'POST A/personas/:personaId/_advance',
  },
]
