import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconDots, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { CopyDialog } from '../create/CopyDialog.tsx'
import type { TestCase, TestSuite } from '../shared/test-data.ts'
import { useDeleteCase } from './useDeleteCase.ts'

const { suite: caseMenuTexts } = strings

export function CaseMenu({ testCase, suite, onRun }: { testCase: TestCase; suite: TestSuite; onRun: () => void }) {
  const drop = useDeleteCase(suite.id)
  const [copying, { open, close }] = useDisclosure()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is clicked here from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not open a row from a control
    <span onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={caseMenuTexts.actionsOf(testCase.title)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={onRun}>
            {caseMenuTexts.runOne}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={open}>
            {caseMenuTexts.copy}
          </Menu.Item>
          {!suite.system && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => drop(testCase)}>
              {strings.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {copying && <CopyDialog testCase={testCase} onClose={close} />}
    </span>
  )
}
