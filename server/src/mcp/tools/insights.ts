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
]
