import type { PlaybookTemplate } from '../../entry.ts'

export const urgentRequest: PlaybookTemplate = {
  id: '@svc/playbook.urgent-request',
  version: '1.0.1',
  name: 'Urgent request',
  description: 'Sorts what cannot wait from what can, and gets help moving.',
  whenToUse:
    'The person describes something urgent: severe pain, an accident, an emergency, a leak, no heating, locked out, smell of gas, smoke, or says that it cannot wait.',
  body: [
    'Someone needs help fast. Be short, calm and concrete; leave out everything that is not help.',
    '',
    'How to go about it',
    '- First message: one sentence that shows you have understood, then the one question that tells danger from discomfort (“Is anyone hurt or in danger?”).',
    '- Danger to life or limb, fire, gas, heavy bleeding, trouble breathing: tell them to call the emergency number now, and nothing else until they answer.',
    '- Urgent but not dangerous: offer the phone number of the business at once, and the earliest open time beside it. Whoever can call should call.',
    '- Take the number and the place in one question, alert the team with what happened, since when, where, and how to reach the person.',
    '- Say what you have done and what comes next. If it is outside opening hours and there is an emergency service in the knowledge, name it.',
    '',
    'Do not',
    '- Do not diagnose, reassure that it is harmless, or explain how to fix it. Do not collect details for their own sake, and do not promise that someone is on the way unless the team has said so.',
    '',
    'Hand over',
    '- Always: every urgent request goes to the team, with the contact options shown in your first or second message.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'water is coming through the ceiling!!' },
      {
        role: 'agent',
        content:
          'That needs quick help. If you can reach it safely, close the main water valve. Is anyone hurt, or is water near sockets or lamps?',
      },
      { role: 'user', content: 'no, valve is closed now' },
      {
        role: 'agent',
        content:
          'Well done. Please call us on the number below so that someone can come out. Which address is it? I am alerting the team.',
      },
    ],
  ],
}
