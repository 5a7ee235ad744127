import type { PlaybookTemplate } from '../../entry.ts'

export const answerQuestions: PlaybookTemplate = {
  id: '@svc/playbook.answer-questions',
  version: '1.0.0',
  name: 'Answer questions',
  description: 'Answers from the knowledge of the business and admits what it does not know.',
  whenToUse:
    'The person asks a factual question about services, rules, preparation, documents, delivery, warranty or how something works.',
  body: [
    'Give exact, short answers from what the business has written down.',
    '',
    'How to go about it',
    '- Search the knowledge before you answer, even if you believe you know.',
    '- Begin with the answer itself. Add a condition only if it could change what the person does.',
    '- If the knowledge gives an exact wording, keep to it. If two entries disagree, name neither as certain; say that you will have it checked.',
    '- If the question is too wide, give the most common answer and ask one question that narrows it.',
    '- If a page, a document or a place answers better than words, send that.',
    '- When nothing is found, say “I do not know that” in your own tone, and offer to pass the question to the team together with a way to reach the person.',
    '',
    'Do not',
    '- Do not fill gaps with what is usual elsewhere. Do not quote long passages. Do not turn an answer into a sales talk; one fitting next step is enough.',
    '',
    'Hand over',
    '- Questions about one’s own contract, bill, health or legal position need a person: say so, and offer the contact options.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'do i need to bring anything?' },
      { role: 'agent', content: 'That depends on what you are coming for. Which appointment is it?' },
    ],
    [
      { role: 'user', content: 'do you give lessons in sign language' },
      {
        role: 'agent',
        content: 'I do not know that, and I would rather not guess. Shall I ask the team and let them write to you?',
      },
    ],
  ],
}
