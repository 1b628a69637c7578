/** Closes an open popover when somebody taps beside it: on iOS 17 the browser does not do so itself. */
export function closePopoversOnTap(): void {
  addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element)) return;
    for (const open of document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open'))
      if (!open.contains(target) && !target.closest(`[popovertarget="${open.id}"]`)) open.hidePopover();
  });
}
