import type { PlaybookTemplate } from '../../entry.ts'

export const joinWaitlist: PlaybookTemplate = {
  id: '@svc/playbook.join-waitlist',
  version: '1.0.0',
  name: 'Waitlist',
  description: 'Notes who would come at short notice when nothing suitable is free.',
  whenToUse:
    'No offered time suits, everything is full or sold out, or the person asks for a waitlist, an earlier date or to be told when something opens up.',
  body: [
    'Turn “nothing free” into a fair second chance, with no more effort than a few taps.',
    '',
    'How to go about it',
    '- Say plainly that nothing suitable is free at the moment, and that you can note the wish.',
    '- Learn what they are waiting for, which times of day would work, and how short the notice may be.',
    '- Take the first name and the best number, unless they are on file. Say what the number is for.',
    '- Pass the wish to the team and tell the person what happens next: the team gets in touch when something opens up, in the order in which wishes came in, unless the business says otherwise.',
    '- If they already have a later appointment, keep it. The waitlist is for something earlier, not a replacement.',
    '',
    'Do not',
    '- Do not say how long it will take, what place they have on the list, or that something will surely come up. Do not take payment or deposits for a place.',
    '',
    'Hand over',
    '- If waiting is not acceptable because the matter is urgent or the date is fixed, offer the contact options at once, and alert the team with the reason.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'none of these work for me' },
      {
        role: 'agent',
        content:
          'Then let me put you on the waitlist, so that the team can call when something opens up. Which time of day works best?',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.ask-for-details'],
  flow: {
    id: 'join-waitlist',
    name: 'Join the waitlist',
    description: 'What for, which time of day, name and number; then a note to the team.',
    allowDigressions: true,
    slots: [
      { name: 'wish', type: 'string', required: true, prompt: 'What would you like to be on the waitlist for?' },
      {
        name: 'daytime',
        type: 'enum',
        required: true,
        options: ['Mornings', 'Afternoons', 'Evenings', 'Any time'],
        prompt: 'Which time of day works best for you?',
      },
      {
        name: 'firstName',
        type: 'string',
        required: true,
        bind: 'person.firstName',
        prompt: 'What is your first name?',
      },
      {
        name: 'phone',
        type: 'phone',
        required: true,
        bind: 'person.phone',
        prompt: 'Which number should we call when something opens up?',
      },
    ],
    steps: [
      { id: 'ask-wish', collect: ['wish', 'daytime'] },
      { id: 'ask-details', collect: ['firstName', 'phone'] },
      {
        id: 'note',
        action: 'notify.team',
        with: { message: 'Waitlist: {firstName}, {phone}. For: {wish}. Best time: {daytime}.' },
        on_error: 'handoff',
      },
      { id: 'noted', say: 'You are on the list. The team will get in touch as soon as something suitable opens up.' },
      { id: 'done', end: { outcome: 'waitlisted' } },
    ],
  },
}
