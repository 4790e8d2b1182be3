// x86_64, System V. Context: rbx 0, rbp 8, r12 16, r13 24, r14 32, r15 40, rsp 48, thread pointer 56, mxcsr 64, x87 control 68.
//
// All vector registers are caller-saved. The return address stays on the stack, so the saved rsp points at it. It is
// popped and jumped to rather than returned to: a `ret` to another stack is always mispredicted (measured: 18 ns, not 7).
// The control words are loaded only where they differ. There is deliberately no .note.gnu.property: the link then drops
// the CET marking and shadow stacks stay off.
	.text

	.macro SAVE context
	movq %rbx, 0(\context)
	movq %rbp, 8(\context)
	movq %r12, 16(\context)
	movq %r13, 24(\context)
	movq %r14, 32(\context)
	movq %r15, 40(\context)
	movq %rsp, 48(\context)
	stmxcsr 64(\context)
	fnstcw 68(\context)
	.endm

// Clobbers rax; by a system call, which uses no stack, also rcx, r8, r9 and r11.
	.macro WRITE_THREAD_POINTER context
	movq 56(\context), %rax
	cmpl $0, heddle_can_write_fs(%rip)
	je 8f
	wrfsbase %rax
9:
	.endm

	.macro WRITE_THREAD_POINTER_BY_SYSTEM_CALL
8:	movq %rdi, %r8
	movq %rsi, %r9
	movq %rax, %rsi
	movl $0x1002, %edi            // ARCH_SET_FS
	movl $158, %eax               // arch_prctl
	syscall
	movq %r8, %rdi
	movq %r9, %rsi
	jmp 9b
	.endm

	.macro LOAD_REGISTERS context
	movq 0(\context), %rbx
	movq 8(\context), %rbp
	movq 16(\context), %r12
	movq 24(\context), %r13
	movq 32(\context), %r14
	movq 40(\context), %r15
	.endm

	.macro LEAVE context
	movq 48(\context), %rsp
	popq %rax
	jmp *%rax
	.endm

	.hidden heddle_can_write_fs

	.globl heddle_switch
	.hidden heddle_switch
	.type heddle_switch, @function
	.p2align 6
heddle_switch:                        // (Context* from, Context* to)
	.cfi_startproc
	SAVE %rdi
	WRITE_THREAD_POINTER %rsi     // between the stores and the loads: it waits for nothing, and all behind waits for it
	LOAD_REGISTERS %rsi
	movl 64(%rdi), %eax
	xorl 64(%rsi), %eax
	testl $0xffc0, %eax           // the control bits; status flags need not be kept (and loading them is slow)
	jnz 5f
4:	movzwl 68(%rdi), %eax
	cmpw 68(%rsi), %ax
	jne 6f
3:	LEAVE %rsi
5:	ldmxcsr 64(%rsi)
	jmp 4b
6:	fldcw 68(%rsi)
	jmp 3b
	WRITE_THREAD_POINTER_BY_SYSTEM_CALL
	.cfi_endproc
	.size heddle_switch, .-heddle_switch

	.globl heddle_load
	.hidden heddle_load
	.type heddle_load, @function
	.p2align 6
heddle_load:                          // (Context* to)
	.cfi_startproc
	WRITE_THREAD_POINTER %rdi
	ldmxcsr 64(%rdi)
	fldcw 68(%rdi)
	LOAD_REGISTERS %rdi
	LEAVE %rdi
	WRITE_THREAD_POINTER_BY_SYSTEM_CALL
	.cfi_endproc
	.size heddle_load, .-heddle_load

	.globl heddle_orphan
	.hidden heddle_orphan
	.type heddle_orphan, @function
	.p2align 6
heddle_orphan:                        // (Context* save, uint32_t* word)
	.cfi_startproc
	SAVE %rdi
	movq %fs:0, %rax
	movq %rax, 56(%rdi)
	movl $1, (%rsi)
	movq %rsi, %rdi
	movl $129, %esi               // FUTEX_WAKE | FUTEX_PRIVATE_FLAG
	movl $1, %edx
	movl $202, %eax               // futex
	syscall
	xorl %edi, %edi
	movl $60, %eax                // exit: this kernel thread only
	syscall
	ud2
	.cfi_endproc
	.size heddle_orphan, .-heddle_orphan

	.globl heddle_inherit_floating_point
	.hidden heddle_inherit_floating_point
	.type heddle_inherit_floating_point, @function
heddle_inherit_floating_point:        // (Context*)
	.cfi_startproc
	stmxcsr 64(%rdi)
	fnstcw 68(%rdi)
	ret
	.cfi_endproc
	.size heddle_inherit_floating_point, .-heddle_inherit_floating_point

	.section .note.GNU-stack, "", @progbits
