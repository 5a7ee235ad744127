import type { McpTool } from '../tool.ts'

const questionId = 'From list_unanswered_questions.'

export const insightTools: McpTool[] = [
  {
    name: 'list_unanswered_questions',
    title: 'List unanswered questions',
    description: 'Lists what the agent could not answer, most asked first, with examples and suggested answers.',
    route: 'GET A/insights/unanswered',
    omittedArguments: ['start', 'end', 'state'],
  },
  {
    name: 'answer_question',
    title: 'Answer a question',
    description: 'Answers a question with a Fact. People get this answer at once: ask the user first.',
    route: 'POST A/insights/unanswered/:questionId/_answer',
    descriptions: { questionId },
    omittedArguments: ['question', 'alternates'],
  },
  {
    name: 'change_question_state',
    title: 'Dismiss or reopen a question',
    description: 'Dismisses a question that needs no answer, or reopens a dismissed or answered one.',
    route: {
      argument: 'state',
      description: 'dismissed: it needs no answer; open: it waits for one again.',
      routes: {
        dismissed: 'POST A/insights/unanswered/:questionId/_dismiss',
        open: 'POST A/insights/unanswered/:questionId/_reopen',
      },
    },
    descriptions: { questionId },
  },
  {
    name: 'list_topics',
    title: 'List topics',
    description: 'Lists what people ask, and what became of the sessions.',
    route: 'GET A/insights/topics',
    omittedArguments: ['end'],
  },
  {
    name: 'read_outcomes',
    title: 'Read outcomes',
    description: 'Counts what became of sessions: contained, handed over, goals.',
    route: 'GET A/insights/outcomes',
    omittedArguments: ['end'],
  },
  {
    name: 'list_outcome_sessions',
    title: 'List the sessions behind an outcome or a topic',
    description: 'Lists the sessions behind a count of read_outcomes or list_topics, newest first.',
    route: 'GET A/insights/sessions',
    omittedArguments: ['end'],
  },
  {
    name: 'read_weekly_mail',
    title: 'Read a subscription to the weekly mail',
    description: 'Reads whether a member gets the weekly mail with the questions to answer, and when.',
    route: 'GET A/settings/weekly-mail',
  },
  {
    name: 'set_weekly_mail',
    title: 'Subscribe to the weekly mail, or unsubscribe',
    description: 'Subscribes a member to the weekly mail with the questions to answer, or unsubscribes them.',
    route: 'PUT A/settings/weekly-mail',
    omittedArguments: ['nextAt', 'lastSentAt', 'problem'],
  },
]
