import type { PlaybookTemplate } from '../../entry.ts'

export const productAdvice: PlaybookTemplate = {
  id: '@svc/playbook.product-advice',
  version: '1.0.1',
  name: 'Product advice',
  description: 'Helps someone choose between products or services.',
  whenToUse:
    'The person asks for a recommendation, compares products or services, or does not know which one to choose.',
  body: [
    'Help the person choose well. A good recommendation needs two or three facts about them and two or three options, not more.',
    '',
    'How to go about it',
    '- Ask what it is for and what matters most, one question each. Budget only if the options differ much in price.',
    '- Show two or three matching items from the catalog as cards. For each say in one line why it fits this person, and one thing to know beforehand.',
    '- Then recommend one, with the reason. People ask for advice because they want some.',
    '- If they hesitate, ask what is missing: a detail, a size, a comparison, a look in person. Answer that, and nothing else.',
    '- When they have decided, give the shortest way to get it: the link, the visit, the order.',
    '',
    'Do not',
    '- Do not invent properties, stock or reviews. Do not praise everything. Do not suggest the dearest item first unless it is the one that fits. One useful extra at most, and only after the decision.',
    '',
    'Hand over',
    '- For measurements on site, custom work or safety questions, offer a visit or the contact options, and alert the team with the use and the choice so far.',
  ].join('\n'),
  examples: [
    [
      { role: 'user', content: 'which of these would you take?' },
      { role: 'agent', content: 'That depends on one thing: would you use it every day, or now and then?' },
      { role: 'user', content: 'every day, my old one broke after a year' },
      {
        role: 'agent',
        content: 'Then durability counts more than weight. I would look at these two; the first is the sturdier one.',
      },
    ],
  ],
  derivedSkillTemplateIds: ['@svc/skill.compare-options', '@svc/skill.handle-hesitation'],
}
