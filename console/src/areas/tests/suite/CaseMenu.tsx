import { ActionIcon, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconDots, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { CopyDialog } from '../make/CopyDialog.tsx'
import type { Suite, TestCase } from '../shared/reads.ts'
import { useDropCase } from './useDropCase.ts'

const { suite: said } = words

export function CaseMenu({ testCase, suite, onRun }: { testCase: TestCase; suite: Suite; onRun: () => void }) {
  const drop = useDropCase(suite.id)
  const [copying, { open, close }] = useDisclosure()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps what is clicked here from opening the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys do not open a row from a control
    <span onClick={(event) => event.stopPropagation()}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={said.actionsOf(testCase.title)}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={onRun}>
            {said.runOne}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={open}>
            {said.copy}
          </Menu.Item>
          {!suite.system && (
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => drop(testCase)}>
              {words.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {copying && <CopyDialog testCase={testCase} onClose={close} />}
    </span>
  )
}
