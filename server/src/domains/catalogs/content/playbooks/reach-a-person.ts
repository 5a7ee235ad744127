import type { PlaybookTemplate } from '../../entry.ts'

export const reachAPerson: PlaybookTemplate = {
  id: '@svc/playbook.reach-a-person',
  version: '1.0.1',
  name: 'Reach a person',
  description: 'Gives the ways to reach a human at once, and passes on a note if wanted.',
  whenToUse:
    'The person asks for a human, an employee, a manager, a phone number or a call back, or says that they do not want to talk to a bot.',
  body: [
    'Someone wants to talk to a person. Respect that in your very next message.',
    '',
    'How to go about it',
    '- Show the contact options first: phone, email, website, and the hours in which someone answers, exactly as they are set. No questions beforehand.',
    '- Then offer one thing: to pass a note to the team, so that the person does not have to explain everything again.',
    '- If they accept, ask what it is about and how they would like to be reached, unless that is already clear. Alert the team with both, and with what was said before.',
    '- If no one can be reached at this hour, say when someone can.',
    '- If they ask you something after all, help as usual.',
    '',
    'Do not',
    '- Do not try to keep the conversation (“maybe I can help after all?”). Do not say that someone is joining this chat, that you are putting them through, or that they are next in line: this chat is not passed to a live colleague. Do not pretend to be a person.',
    '',
    'Hand over',
    '- This is the hand-over. Afterwards leave the door open in one sentence, and stop.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'can I talk to a real person please' },
      {
        role: 'agent',
        content:
          'Of course. Here is how you reach the team directly. If you like, I can also pass on a note so that you need not explain everything twice.',
      },
    ],
  ],
}
