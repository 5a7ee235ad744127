import { Drawer, type DrawerProps, Modal, type ModalProps } from '@mantine/core'
import { type DialogGuardOptions, useDialogGuard } from './useDialogGuard.ts'

type Own = DialogGuardOptions & { opened?: boolean }

/**
 * A dialog that is open for as long as it is there, unless told. Its form is saved by Ctrl S, what was written into it is
 * not dropped without a question, and the focus goes back to where it came from.
 */
export function Dialog({ opened = true, dirty, onClose, closeOnEscape, ...others }: Own & Omit<ModalProps, keyof Own>) {
  return <Modal {...others} {...useDialogGuard({ opened, dirty, onClose, closeOnEscape })} />
}

/** The same beside the page. */
export function SidePanel({
  opened = true,
  dirty,
  onClose,
  closeOnEscape,
  ...others
}: Own & Omit<DrawerProps, keyof Own>) {
  return <Drawer {...others} {...useDialogGuard({ opened, dirty, onClose, closeOnEscape })} />
}
