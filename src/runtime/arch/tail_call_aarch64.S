// Functions that somebody else's code decides on, and that must see their caller's frame and return address: they save
// their first three arguments, ask where to go on, and go there as if they had never been.
	.text

	.macro TAIL_CALL name target
	.globl \name
	.type \name, %function
	.balign 16
\name:
	.cfi_startproc
	hint #34                      // bti c
	stp x29, x30, [sp, #-48]!
	.cfi_def_cfa_offset 48
	.cfi_offset x29, -48
	.cfi_offset x30, -40
	stp x0, x1, [sp, #16]
	str x2, [sp, #32]
	add x0, sp, #16               // the arguments, which may be changed
	mov x1, x30                   // the caller
	bl \target
	mov x16, x0
	ldr x2, [sp, #32]
	ldp x0, x1, [sp, #16]
	ldp x29, x30, [sp], #48
	.cfi_def_cfa_offset 0
	.cfi_restore x29
	.cfi_restore x30
	br x16
	.cfi_endproc
	.size \name, .-\name
	.endm

	TAIL_CALL __sigsetjmp, heddle_sigsetjmp_target
	TAIL_CALL dlsym, heddle_dlsym_target
	TAIL_CALL dlvsym, heddle_dlvsym_target

	.section .note.GNU-stack, "", %progbits
