import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { historyRoles } from '@parley/testcase/vocabulary'
import { IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { LintedCaseField, toChoices } from './CaseFields.tsx'
import { RowActions } from './CaseLayout.tsx'
import { type DraftPath, readDraftList, readDraftText } from './case-draft.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const { scenario: texts } = strings

/** Earlier messages, oldest first. */
export function LinesField({ path }: { path: DraftPath }) {
  const { draft, set, readOnly } = useCaseEditing()
  const lines = readDraftList(draft, path)
  const add = () => set(path, [...lines, { role: lines.length % 2 === 0 ? 'user' : 'assistant', content: '' }])
  return (
    <LintedCaseField path={path}>
      <Stack gap="xs">
        {lines.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies lines
          <Line key={index} list={path} place={index} />
        ))}
        {!readOnly && lines.length < 40 && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
            style={{ alignSelf: 'flex-start' }}
          >
            {texts.addLine}
          </Button>
        )}
      </Stack>
    </LintedCaseField>
  )
}

function Line({ list, place }: { list: DraftPath; place: number }) {
  const { draft, set } = useCaseEditing()
  const path = [...list, place]
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <Select
        aria-label={texts.lineBy(place + 1)}
        w={110}
        data={toChoices(historyRoles, texts.roles)}
        value={readDraftText(draft, [...path, 'role']) || 'user'}
        allowDeselect={false}
        onChange={(role) => set([...path, 'role'], role)}
      />
      <Textarea
        aria-label={texts.line(place + 1)}
        flex={1}
        autosize
        minRows={1}
        value={readDraftText(draft, [...path, 'content'])}
        onChange={({ currentTarget }) => set([...path, 'content'], currentTarget.value)}
      />
      <RowActions list={list} place={place} name={texts.line(place + 1)} moves={false} />
    </Group>
  )
}
