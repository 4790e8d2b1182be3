// Functions that somebody else's code decides on, and that must see their caller's frame and return address: they save
// their first three arguments, ask where to go on, and go there as if they had never been.
	.text

	.macro TAIL_CALL name target
	.globl \name
	.type \name, @function
	.balign 16
\name:
	.cfi_startproc
	subq $24, %rsp
	.cfi_def_cfa_offset 32
	movq %rdi, 0(%rsp)
	movq %rsi, 8(%rsp)
	movq %rdx, 16(%rsp)
	movq %rsp, %rdi               // the arguments, which may be changed
	movq 24(%rsp), %rsi           // the caller
	call \target
	movq %rax, %r11
	movq 0(%rsp), %rdi
	movq 8(%rsp), %rsi
	movq 16(%rsp), %rdx
	addq $24, %rsp
	.cfi_def_cfa_offset 8
	jmp *%r11
	.cfi_endproc
	.size \name, .-\name
	.endm

	TAIL_CALL __sigsetjmp, heddle_sigsetjmp_target
	TAIL_CALL dlsym, heddle_dlsym_target
	TAIL_CALL dlvsym, heddle_dlvsym_target

	.section .note.GNU-stack, "", @progbits
