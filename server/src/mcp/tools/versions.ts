import type { McpTool } from '../tool.ts'

const version = 'From list_versions.'
const draftId = 'From list_drafts or create_draft.'
const replay = 'From start_replay.'

export const versionTools: McpTool[] = [
  {
    name: 'list_versions',
    title: 'List versions',
    description: 'Lists the versions of the configuration, newest first: who changed what, and when.',
    route: 'GET A/versions',
  },
  {
    name: 'compare_versions',
    title: 'Compare versions',
    description: 'Lists what changed between two versions, or between a version and live.',
    route: 'GET A/versions/:version/diff/:to',
    descriptions: { version, to: 'Another version, or live.' },
  },
  {
    name: 'label_version',
    title: 'Label a version',
    description: 'Names a version, so that it is kept and easy to find; null removes the label.',
    route: 'PATCH A/versions/:version',
    descriptions: { version },
  },
  {
    name: 'restore_version',
    title: 'Restore a version',
    description:
      'Makes live what it was at a version, as a new version. People are answered by it at once: compare_versions with live first, and ask the user.',
    route: 'POST A/versions/:version/_restore',
    descriptions: { version },
    hints: { destructiveHint: true },
  },
  {
    name: 'list_drafts',
    title: 'List drafts',
    description: 'Lists the drafts of the configuration and how many changes from live each has.',
    route: 'GET A/drafts',
  },
  {
    name: 'create_draft',
    title: 'Create a draft',
    description:
      'Creates a copy of the configuration, of live or of a version, to edit and test without touching live.',
    route: 'POST A/drafts',
    descriptions: { from: version },
  },
  {
    name: 'compare_draft',
    title: 'Compare a draft with live',
    description: 'Lists what publishing a draft would change in live.',
    route: 'GET A/drafts/:draftId/diff',
    descriptions: { draftId },
  },
  {
    name: 'list_draft_edits',
    title: 'List edits of a draft',
    description: 'Lists who changed what in a draft, newest first, with the paths of each write.',
    route: 'GET A/drafts/:draftId/edits',
    descriptions: { draftId },
  },
  {
    name: 'rebase_draft',
    title: 'Rebase a draft',
    description:
      'Takes over into a draft what changed in live since it was made. Conflicts are listed with their paths; resolve them with live or draft.',
    route: 'POST A/drafts/:draftId/_rebase',
    descriptions: { draftId },
  },
  {
    name: 'publish_draft',
    title: 'Publish a draft',
    description:
      'Makes live what a draft is. People are answered by it at once: compare_draft and run_tests with its draftId first, and ask the user.',
    route: 'POST A/drafts/:draftId/_publish',
    descriptions: { draftId },
    hints: { destructiveHint: true },
  },
  {
    name: 'start_replay',
    title: 'Replay real sessions',
    description:
      'Says again, in the sandbox, what people said in real sessions, to a draft, a version or live, and compares the answers. get_replay until it is completed.',
    route: 'POST A/replays',
    omittedArguments: ['channel'],
    descriptions: { draftId, version },
  },
  {
    name: 'get_replay',
    title: 'Read a replay',
    description: 'Reads the status and the counts of a replay.',
    route: 'GET A/replays/:replay',
    descriptions: { replay },
  },
  {
    name: 'list_replay_conversations',
    title: 'List the conversations of a replay',
    description: 'Lists what was said, with the answers before and after.',
    route: 'GET A/replays/:replay/conversations',
    omittedArguments: ['limit', 'pageToken'],
    descriptions: { replay },
  },
]
